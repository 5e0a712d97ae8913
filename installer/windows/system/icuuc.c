/* Stands in for icuuc.dll, which is part of Windows since 2019 and which Qt asks for 20 converters. It has none: whoever
   opens one is told so, and Qt falls back on its own. */
#define EXPORT __declspec(dllexport)
enum { FILE_ACCESS_ERROR = 4 };

static void *refuse(int *code)
{
    if (code && *code <= 0)
        *code = FILE_ACCESS_ERROR;
    return 0;
}

EXPORT void *ucnv_open(const char *name, int *code) { return refuse(code); }
EXPORT void ucnv_close(void *converter) {}
EXPORT void ucnv_reset(void *converter) {}
EXPORT signed char ucnv_getMaxCharSize(void *converter) { return 4; }
EXPORT const char *ucnv_getName(void *converter, int *code) { return refuse(code); }
EXPORT const char *ucnv_getStandardName(const char *name, const char *standard, int *code) { return refuse(code); }
EXPORT const char *ucnv_getAvailableName(int number) { return 0; }
EXPORT int ucnv_countAvailable(void) { return 0; }
EXPORT void ucnv_getToUCallBack(void *converter, void **action, const void **context) {}
EXPORT void ucnv_getFromUCallBack(void *converter, void **action, const void **context) {}
EXPORT void ucnv_setToUCallBack(void *converter, void *action, void *context, void **old, void **older, int *code)
{
    refuse(code);
}
EXPORT void ucnv_setFromUCallBack(void *converter, void *action, void *context, void **old, void **older, int *code)
{
    refuse(code);
}
EXPORT int ucnv_toUCountPending(void *converter, int *code) { return refuse(code), 0; }
EXPORT int ucnv_fromUCountPending(void *converter, int *code) { return refuse(code), 0; }
/* Nobody calls these without a converter. */
EXPORT void ucnv_toUnicode(void) {}
EXPORT void ucnv_fromUnicode(void) {}
EXPORT void ucnv_cbToUWriteUChars(void) {}
EXPORT void ucnv_cbFromUWriteUChars(void) {}
EXPORT void UCNV_TO_U_CALLBACK_SUBSTITUTE(void) {}
EXPORT void UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) {}
