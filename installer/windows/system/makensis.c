/* makensis.exe of the proving system: hands its arguments to makensis.sh, which runs Debian's makensis, and waits. */
#include <stdio.h>
#include <windows.h>

int wmain(int count, wchar_t **words)
{
    static wchar_t command[32768], line[33000];
    wchar_t folder[MAX_PATH], told[MAX_PATH], ended[MAX_PATH];
    int next, code = 98;
    FILE *file;

    GetTempPathW(MAX_PATH, folder);
    GetTempFileNameW(folder, L"nsi", 0, told);
    swprintf(ended, MAX_PATH, L"%ls.ended", told);
    for (int i = 1; i < count; i++) { /* no argument here holds a single quote */
        wcscat(command, L" '");
        wcscat(command, words[i]);
        wcscat(command, L"'");
    }
    swprintf(line, 33000, L"sh -c \"/opt/makensis.sh%ls >\\\"$(winepath -u '%ls')\\\" 2>&1; echo $? >\\\"$(winepath -u '%ls')\\\"\"", command, told, ended);
    STARTUPINFOW start = {sizeof start};
    PROCESS_INFORMATION made;
    if (!CreateProcessW(L"Z:\\usr\\bin\\sh", line, NULL, NULL, FALSE, 0, NULL, NULL, &start, &made))
        return 97;
    /* The process is not one of Wine's, which therefore cannot wait for it. */
    for (;;) {
        Sleep(200);
        if ((file = _wfopen(ended, L"r"))) {
            next = fscanf(file, "%d", &code);
            fclose(file);
            if (next == 1)
                break;
        }
    }
    if ((file = _wfopen(told, L"rb"))) {
        while ((next = fgetc(file)) != EOF)
            putchar(next);
        fclose(file);
    }
    DeleteFileW(told);
    DeleteFileW(ended);
    return code;
}
