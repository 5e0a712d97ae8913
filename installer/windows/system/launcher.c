/* python.exe of the proving system: hands its command line to CPython's own library beside it. */
#include <windows.h>

typedef int (*run)(int, wchar_t **);

int wmain(int count, wchar_t **words)
{
    HMODULE python = LoadLibraryW(PYTHON_DLL);
    run Py_Main = python ? (run)(void *)GetProcAddress(python, "Py_Main") : NULL;
    return Py_Main ? Py_Main(count, words) : 97;
}
