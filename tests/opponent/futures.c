/* The exhaustive sweep by hand, for AVX-512 and OpenMP: the yardstick that tests/bench/bench.py holds the kernels against.

   X is given by columns, d rows of P candidates, P a multiple of 8; what fills up the last eight has mean -1e150. For
   every measured candidate i and both outcomes the largest u|u|/v over the pool is left in top[2 i], top[2 i + 1], where
   u is the mean of a candidate after the outcome and v is 1 + pi/8 of its variance then. */
#include <immintrin.h>
#define TILE 256
#define TASK 32

typedef __m512d eight;
static inline eight all(double a) { return _mm512_set1_pd(a); }
static inline void win(eight u, eight v, double *num, double *den) {
    eight n = _mm512_load_pd(num), e = _mm512_load_pd(den), mine = _mm512_mul_pd(u, _mm512_abs_pd(u));
    __mmask8 more = _mm512_cmp_pd_mask(_mm512_mul_pd(mine, e), _mm512_mul_pd(n, v), _CMP_GT_OQ);
    _mm512_mask_store_pd(num, more, mine);
    _mm512_mask_store_pd(den, more, v);
}
static void begin(double *num, double *den, long count) {
    for (long i = 0; i < count; i++) { num[i] = -1e300; den[i] = 1; }
}

#define KEEP(u, v, n, e) do { eight mine = _mm512_mul_pd(u, _mm512_abs_pd(u)); \
    __mmask8 more = _mm512_cmp_pd_mask(_mm512_mul_pd(mine, e), _mm512_mul_pd(n, v), _CMP_GT_OQ); \
    n = _mm512_mask_mov_pd(n, more, mine); e = _mm512_mask_mov_pd(e, more, v); } while (0)

/* rows: d numbers S x of each candidate; steps: g, pi f/8 of a success, then of a failure, of each. */
void futures_full(long M, long P, long d, const double *X, const double *mean, const double *scale,
                  const double *rows, const double *steps, double *top) {
    #pragma omp parallel for schedule(dynamic, 1)
    for (long first = 0; first < M; first += TASK) {
        double num[TASK][2][8] __attribute__((aligned(64))), den[TASK][2][8] __attribute__((aligned(64)));
        begin(&num[0][0][0], &den[0][0][0], TASK * 16);
        for (long tile = 0; tile < P; tile += TILE) {
            long end = tile + TILE < P ? tile + TILE : P;
            for (long n = 0; n < TASK && first + n < M; n += 4) {
                const double *r[4], *s[4];
                eight a[4], b[4], c[4], e[4];
                for (int i = 0; i < 4; i++) {
                    long at = first + n + i < M ? first + n + i : M - 1;
                    r[i] = rows + at * d; s[i] = steps + 4 * at;
                    a[i] = _mm512_load_pd(num[n + i][0]); b[i] = _mm512_load_pd(den[n + i][0]);
                    c[i] = _mm512_load_pd(num[n + i][1]); e[i] = _mm512_load_pd(den[n + i][1]);
                }
                for (long k = tile; k < end; k += 8) {
                    eight t[4] = {all(0), all(0), all(0), all(0)};
                    for (long j = 0; j < d; j++) {
                        eight x = _mm512_loadu_pd(X + j * P + k);
                        for (int i = 0; i < 4; i++) t[i] = _mm512_fmadd_pd(all(r[i][j]), x, t[i]);
                    }
                    eight m = _mm512_loadu_pd(mean + k), v = _mm512_loadu_pd(scale + k);
                    for (int i = 0; i < 4; i++) {
                        eight tt = _mm512_mul_pd(t[i], t[i]);
                        eight u = _mm512_fmadd_pd(all(s[i][0]), t[i], m), w = _mm512_fnmadd_pd(all(s[i][1]), tt, v);
                        KEEP(u, w, a[i], b[i]);
                        u = _mm512_fmadd_pd(all(s[i][2]), t[i], m); w = _mm512_fnmadd_pd(all(s[i][3]), tt, v);
                        KEEP(u, w, c[i], e[i]);
                    }
                }
                for (int i = 0; i < 4; i++) {
                    _mm512_store_pd(num[n + i][0], a[i]); _mm512_store_pd(den[n + i][0], b[i]);
                    _mm512_store_pd(num[n + i][1], c[i]); _mm512_store_pd(den[n + i][1], e[i]);
                }
            }
        }
        for (long n = 0; n < TASK && first + n < M; n++)
            for (int side = 0; side < 2; side++)
                top[2 * (first + n) + side] = _mm512_reduce_max_pd(
                    _mm512_div_pd(_mm512_load_pd(num[n][side]), _mm512_load_pd(den[n][side])));
    }
}

/* rows: x_j/q_j, pi/8/(q_j + c x_j^2) of a success and of a failure, 3 d numbers of each; steps: both g of each. */
void futures_diagonal(long M, long P, long d, const double *X, const double *mean,
                      const double *rows, const double *steps, double *top) {
    #pragma omp parallel for schedule(dynamic, 1)
    for (long first = 0; first < M; first += TASK) {
        double num[TASK][2][8] __attribute__((aligned(64))), den[TASK][2][8] __attribute__((aligned(64)));
        begin(&num[0][0][0], &den[0][0][0], TASK * 16);
        for (long tile = 0; tile < P; tile += TILE) {
            long end = tile + TILE < P ? tile + TILE : P;
            for (long n = 0; n < TASK && first + n < M; n += 4) {
                const double *r[4], *s[4];
                for (int i = 0; i < 4; i++) {
                    long at = first + n + i < M ? first + n + i : M - 1;
                    r[i] = rows + at * 3 * d; s[i] = steps + 2 * at;
                }
                for (long k = tile; k < end; k += 8) {
                    eight t[4], v[4], w[4];
                    for (int i = 0; i < 4; i++) { t[i] = all(0); v[i] = w[i] = all(1); }
                    for (long j = 0; j < d; j++) {
                        eight x = _mm512_loadu_pd(X + j * P + k), xx = _mm512_mul_pd(x, x);
                        for (int i = 0; i < 4; i++) {
                            t[i] = _mm512_fmadd_pd(all(r[i][3 * j]), x, t[i]);
                            v[i] = _mm512_fmadd_pd(all(r[i][3 * j + 1]), xx, v[i]);
                            w[i] = _mm512_fmadd_pd(all(r[i][3 * j + 2]), xx, w[i]);
                        }
                    }
                    eight m = _mm512_loadu_pd(mean + k);
                    for (int i = 0; i < 4; i++) {
                        win(_mm512_fmadd_pd(all(s[i][0]), t[i], m), v[i], num[n + i][0], den[n + i][0]);
                        win(_mm512_fmadd_pd(all(s[i][1]), t[i], m), w[i], num[n + i][1], den[n + i][1]);
                    }
                }
            }
        }
        for (long n = 0; n < TASK && first + n < M; n++)
            for (int side = 0; side < 2; side++)
                top[2 * (first + n) + side] = _mm512_reduce_max_pd(
                    _mm512_div_pd(_mm512_load_pd(num[n][side]), _mm512_load_pd(den[n][side])));
    }
}
