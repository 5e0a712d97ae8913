; Installer of kgdesk for Windows 10 and 11, 64 bits. Compiled by installer/windows.py, which gives
; VERSION, OUTFILE, PAYLOAD (the frozen folder), LISTS (files.nsh, remove.nsh made from it) and ICON.
;
;   kgdesk-VERSION-setup.exe [/S] [/AllUsers] [/D=folder]
;
; Without /AllUsers it installs for this user and needs no rights. Exit: 0 done, 1 left, 2 refused with a reason.

Unicode true
Target amd64-unicode
ManifestDPIAware true
RequestExecutionLevel user
!ifdef QUICK
  SetCompress off
!else
  SetCompressor /SOLID lzma
!endif
Name "kgdesk"
OutFile "${OUTFILE}"
BrandingText "kgdesk ${VERSION}"
!ifdef SIGN
  !uninstfinalize '${SIGN} "%1"' = 0
!endif
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "kgdesk"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "kgdesk installer"
VIAddVersionKey "LegalCopyright" "The kgdesk developers, BSD-3-Clause"

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include nsDialogs.nsh
!include x64.nsh

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\kgdesk"
!define TYPE "kgdesk.study"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\kgdesk.exe"

Var everybody
Var before

!insertmacro MUI_PAGE_WELCOME
Page custom ask_for_whom take_for_whom
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Say why nothing is done, in a window or on the way out.
!macro refuse text
  MessageBox MB_OK|MB_ICONEXCLAMATION "${text}" /SD IDOK
  SetErrorLevel 2
  Quit
!macroend

; A program that runs holds its file.
!macro refuse_while_running
  !define id ${__LINE__}
  StrCpy $R0 "$INSTDIR\kgdesk.exe"
  Call ${UN}is_held
  ${If} $R1 == "held"
    Goto held_${id}
  ${EndIf}
  StrCpy $R0 "$INSTDIR\kgdesk-cli.exe"
  Call ${UN}is_held
  ${If} $R1 == "held"
    held_${id}:
    !insertmacro refuse "kgdesk is running, or is compiling its kernels for this computer. Close it, wait a minute and try again. Nothing was changed."
  ${EndIf}
  !undef id
!macroend

!macro is_held
  StrCpy $R1 ""
  ${If} ${FileExists} "$R0"
    ClearErrors
    FileOpen $R2 "$R0" a
    ${If} ${Errors}
      StrCpy $R1 "held"
    ${Else}
      FileClose $R2
    ${EndIf}
  ${EndIf}
!macroend
Function is_held
  !insertmacro is_held
FunctionEnd
Function un.is_held
  !insertmacro is_held
FunctionEnd

Function for_me
  StrCpy $everybody ""
  SetShellVarContext current
FunctionEnd

Function for_everybody
  UserInfo::GetAccountType
  Pop $0
  ${If} $0 != "Admin"
    !insertmacro refuse "To install for all users, start this program as administrator. Without /AllUsers it installs for you alone and needs no rights."
  ${EndIf}
  StrCpy $everybody "yes"
  SetShellVarContext all
FunctionEnd

Function usual_folder
  ${If} $before != ""
    StrCpy $INSTDIR $before
  ${ElseIf} $everybody == ""
    StrCpy $INSTDIR "$LOCALAPPDATA\Programs\kgdesk"
  ${Else}
    StrCpy $INSTDIR "$PROGRAMFILES64\kgdesk"
  ${EndIf}
FunctionEnd

Function .onInit
  ${IfNot} ${RunningX64}
    !insertmacro refuse "kgdesk needs Windows with 64 bits."
  ${EndIf}
  SetRegView 64
  Call for_me
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AllUsers" $1
  ${IfNot} ${Errors}
    Call for_everybody
  ${EndIf}
  ReadRegStr $before SHCTX "${KEY}" "InstallLocation"
  ${If} $INSTDIR == ""
    Call usual_folder
  ${EndIf}
FunctionEnd

Function ask_for_whom
  !insertmacro MUI_HEADER_TEXT "For whom" "kgdesk can be installed for you alone or for everybody who uses this computer."
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateRadioButton} 0 10u 100% 12u "For &me alone (needs no administrator)"
  Pop $1
  ${NSD_CreateRadioButton} 0 28u 100% 12u "For &all users of this computer (asks for an administrator)"
  Pop $2
  ${If} $everybody == ""
    ${NSD_Check} $1
  ${Else}
    ${NSD_Check} $2
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function take_for_whom
  ${NSD_GetState} $2 $3
  ${If} $3 == ${BST_CHECKED}
  ${AndIf} $everybody == ""
    UserInfo::GetAccountType
    Pop $0
    ${If} $0 == "Admin"
      Call for_everybody
    ${Else}
      ; Begin again with rights; this one leaves.
      ExecShell "runas" "$EXEPATH" "/AllUsers"
      Quit
    ${EndIf}
  ${ElseIf} $3 != ${BST_CHECKED}
    Call for_me
  ${EndIf}
  ReadRegStr $before SHCTX "${KEY}" "InstallLocation"
  Call usual_folder
FunctionEnd

!define UN ""
Section "kgdesk"
  SectionIn RO
  ; Two installations would take the file type and the entry of the menu from each other.
  ${If} $everybody == ""
    ReadRegStr $R4 HKLM "${KEY}" "InstallLocation"
  ${Else}
    ReadRegStr $R4 HKCU "${KEY}" "InstallLocation"
  ${EndIf}
  ${If} $R4 != ""
  ${AndIf} ${FileExists} "$R4\uninstall.exe"
    ${If} $everybody == ""
      !insertmacro refuse "kgdesk is installed for all users of this computer, in $R4. An administrator updates it with /AllUsers. Nothing was changed."
    ${Else}
      !insertmacro refuse "kgdesk is installed for you alone, in $R4. Remove that first. Nothing was changed."
    ${EndIf}
  ${EndIf}
  !insertmacro refuse_while_running
  ; The version before goes first, by its own list: no file of it stays behind.
  ${If} $before != ""
  ${AndIf} ${FileExists} "$before\uninstall.exe"
    InitPluginsDir ; nothing else has made the folder where no page was shown
    CopyFiles /SILENT "$before\uninstall.exe" "$PLUGINSDIR\before.exe"
    ${If} $everybody == ""
      ExecWait '"$PLUGINSDIR\before.exe" /S /Upgrade _?=$before' $0
    ${Else}
      ExecWait '"$PLUGINSDIR\before.exe" /S /Upgrade /AllUsers _?=$before' $0
    ${EndIf}
    ${If} $0 != 0
      !insertmacro refuse "The version before could not be removed. Close kgdesk and try again."
    ${EndIf}
    Delete "$before\uninstall.exe"
    RMDir "$before"
  ${EndIf}

  SetOutPath "$INSTDIR"
  ClearErrors
  !include "${LISTS}\files.nsh"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  ${If} ${Errors}
    !insertmacro refuse "kgdesk could not be written into $INSTDIR. Choose another folder, or free space."
  ${EndIf}

  CreateShortCut "$SMPROGRAMS\kgdesk.lnk" "$INSTDIR\kgdesk.exe" "" "$INSTDIR\kgdesk.exe" 0
  WriteRegStr SHCTX "Software\Classes\.kgstudy" "" "${TYPE}"
  WriteRegStr SHCTX "Software\Classes\${TYPE}" "" "kgdesk study"
  WriteRegStr SHCTX "Software\Classes\${TYPE}\DefaultIcon" "" "$INSTDIR\kgdesk.exe,0"
  WriteRegStr SHCTX "Software\Classes\${TYPE}\shell\open\command" "" '"$INSTDIR\kgdesk.exe" "%1"'
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'

  WriteRegStr SHCTX "${KEY}" "DisplayName" "kgdesk"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\kgdesk.exe"
  WriteRegStr SHCTX "${KEY}" "Publisher" "The kgdesk developers"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  ${If} $everybody == ""
    WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  ${Else}
    WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe" /AllUsers'
    WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S /AllUsers'
  ${EndIf}
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"

  DetailPrint "Checking the installation"
  nsExec::ExecToLog '"$INSTDIR\kgdesk-cli.exe" selftest --out "$INSTDIR\installation-check.txt"'
  Pop $0
  ${If} $0 != 0
    DetailPrint "The installation check found something; read $INSTDIR\installation-check.txt"
  ${EndIf}
  SetErrorLevel 0
SectionEnd
!undef UN

Function un.onInit
  SetRegView 64
  SetShellVarContext current
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AllUsers" $1
  ${IfNot} ${Errors}
    SetShellVarContext all
  ${EndIf}
FunctionEnd

!define UN "un."
Section "Uninstall"
  !insertmacro refuse_while_running
  ; Only files of the list; a folder goes only when nothing of anybody else is in it. Studies and settings stay.
  !include "${LISTS}\remove.nsh"
  Delete "$INSTDIR\installation-check.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\kgdesk.lnk"
  ReadRegStr $0 SHCTX "Software\Classes\.kgstudy" ""
  ${If} $0 == "${TYPE}"
    DeleteRegValue SHCTX "Software\Classes\.kgstudy" ""
    DeleteRegKey /ifempty SHCTX "Software\Classes\.kgstudy"
  ${EndIf}
  DeleteRegKey SHCTX "Software\Classes\${TYPE}"
  DeleteRegKey SHCTX "${KEY}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/Upgrade" $1
  ${If} ${Errors}
    ; Compiled kernels can be made again.
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\kgdesk\kernels"
    RMDir "$LOCALAPPDATA\kgdesk"
    ; Qt makes the keys of the settings when it looks for some.
    DeleteRegKey /ifempty HKCU "Software\kgdesk\kgdesk"
    DeleteRegKey /ifempty HKCU "Software\kgdesk"
  ${EndIf}
  SetErrorLevel 0
SectionEnd
