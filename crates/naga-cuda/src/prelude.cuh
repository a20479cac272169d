// Features of WGSL that C++ lacks: vectors, and functions of numbers and of subgroups.

template <class T> struct Vec2 { T x, y; };
template <class T> struct Vec3 { T x, y, z; };
template <class T> struct alignas(4 * sizeof(T)) Vec4 { T x, y, z, w; };
template <class T, int N> struct Array { T at[N]; };

#define INLINE __device__ __forceinline__

// operations by component; RESULT is the type of the results
#define PAIRS(RESULT, op) \
    template <class T> INLINE Vec2<RESULT> operator op(Vec2<T> a, Vec2<T> b) { \
        return Vec2<RESULT>{RESULT(a.x op b.x), RESULT(a.y op b.y)}; } \
    template <class T> INLINE Vec3<RESULT> operator op(Vec3<T> a, Vec3<T> b) { \
        return Vec3<RESULT>{RESULT(a.x op b.x), RESULT(a.y op b.y), RESULT(a.z op b.z)}; } \
    template <class T> INLINE Vec4<RESULT> operator op(Vec4<T> a, Vec4<T> b) { \
        return Vec4<RESULT>{RESULT(a.x op b.x), RESULT(a.y op b.y), RESULT(a.z op b.z), RESULT(a.w op b.w)}; }
#define WITH_A_NUMBER(op) \
    template <class T> INLINE Vec2<T> operator op(Vec2<T> a, T b) { return Vec2<T>{a.x op b, a.y op b}; } \
    template <class T> INLINE Vec3<T> operator op(Vec3<T> a, T b) { return Vec3<T>{a.x op b, a.y op b, a.z op b}; } \
    template <class T> INLINE Vec4<T> operator op(Vec4<T> a, T b) { return Vec4<T>{a.x op b, a.y op b, a.z op b, a.w op b}; } \
    template <class T> INLINE Vec2<T> operator op(T a, Vec2<T> b) { return Vec2<T>{a op b.x, a op b.y}; } \
    template <class T> INLINE Vec3<T> operator op(T a, Vec3<T> b) { return Vec3<T>{a op b.x, a op b.y, a op b.z}; } \
    template <class T> INLINE Vec4<T> operator op(T a, Vec4<T> b) { return Vec4<T>{a op b.x, a op b.y, a op b.z, a op b.w}; }
#define UNARY(op) \
    template <class T> INLINE Vec2<T> operator op(Vec2<T> a) { return Vec2<T>{T(op a.x), T(op a.y)}; } \
    template <class T> INLINE Vec3<T> operator op(Vec3<T> a) { return Vec3<T>{T(op a.x), T(op a.y), T(op a.z)}; } \
    template <class T> INLINE Vec4<T> operator op(Vec4<T> a) { return Vec4<T>{T(op a.x), T(op a.y), T(op a.z), T(op a.w)}; }
PAIRS(T, +)
PAIRS(T, -)
PAIRS(T, *)
PAIRS(T, /)
PAIRS(T, &)
PAIRS(T, |)
PAIRS(T, ^)
PAIRS(bool, ==)
PAIRS(bool, !=)
PAIRS(bool, <)
PAIRS(bool, >)
PAIRS(bool, <=)
PAIRS(bool, >=)
WITH_A_NUMBER(+)
WITH_A_NUMBER(-)
WITH_A_NUMBER(*)
WITH_A_NUMBER(/)
UNARY(-)
UNARY(!)
UNARY(~)

template <class T> INLINE T& part(Vec2<T>& v, int i) { return i == 0 ? v.x : v.y; }
template <class T> INLINE T& part(Vec3<T>& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
template <class T> INLINE T& part(Vec4<T>& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }
template <class T> INLINE T part(const Vec2<T>& v, int i) { return i == 0 ? v.x : v.y; }
template <class T> INLINE T part(const Vec3<T>& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
template <class T> INLINE T part(const Vec4<T>& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }

// a number that other invocations may change meanwhile
template <class T> INLINE T now(const T* place) { return *(const volatile T*)place; }

template <class T> INLINE T choose(bool c, T a, T b) { return c ? a : b; }
template <class T> INLINE Vec2<T> choose(Vec2<bool> c, Vec2<T> a, Vec2<T> b) {
    return Vec2<T>{c.x ? a.x : b.x, c.y ? a.y : b.y};
}
template <class T> INLINE Vec3<T> choose(Vec3<bool> c, Vec3<T> a, Vec3<T> b) {
    return Vec3<T>{c.x ? a.x : b.x, c.y ? a.y : b.y, c.z ? a.z : b.z};
}
template <class T> INLINE Vec4<T> choose(Vec4<bool> c, Vec4<T> a, Vec4<T> b) {
    return Vec4<T>{c.x ? a.x : b.x, c.y ? a.y : b.y, c.z ? a.z : b.z, c.w ? a.w : b.w};
}

INLINE bool every(Vec2<bool> a) { return a.x && a.y; }
INLINE bool every(Vec3<bool> a) { return a.x && a.y && a.z; }
INLINE bool every(Vec4<bool> a) { return a.x && a.y && a.z && a.w; }
INLINE bool some(Vec2<bool> a) { return a.x || a.y; }
INLINE bool some(Vec3<bool> a) { return a.x || a.y || a.z; }
INLINE bool some(Vec4<bool> a) { return a.x || a.y || a.z || a.w; }

// functions of numbers
INLINE float m_abs(float a) { return fabsf(a); }
INLINE double m_abs(double a) { return fabs(a); }
INLINE int m_abs(int a) { return a < 0 ? -a : a; }
INLINE float m_min(float a, float b) { return fminf(a, b); }
INLINE double m_min(double a, double b) { return fmin(a, b); }
INLINE int m_min(int a, int b) { return a < b ? a : b; }
INLINE unsigned m_min(unsigned a, unsigned b) { return a < b ? a : b; }
INLINE float m_max(float a, float b) { return fmaxf(a, b); }
INLINE double m_max(double a, double b) { return fmax(a, b); }
INLINE int m_max(int a, int b) { return a > b ? a : b; }
INLINE unsigned m_max(unsigned a, unsigned b) { return a > b ? a : b; }
INLINE float m_sqrt(float a) { return sqrtf(a); }
INLINE double m_sqrt(double a) { return sqrt(a); }
INLINE float m_inverse_sqrt(float a) { return rsqrtf(a); }
INLINE double m_inverse_sqrt(double a) { return rsqrt(a); }
INLINE float m_floor(float a) { return floorf(a); }
INLINE double m_floor(double a) { return floor(a); }
INLINE float m_ceil(float a) { return ceilf(a); }
INLINE double m_ceil(double a) { return ceil(a); }
INLINE float m_round(float a) { return rintf(a); }
INLINE double m_round(double a) { return rint(a); }
INLINE float m_trunc(float a) { return truncf(a); }
INLINE double m_trunc(double a) { return trunc(a); }
INLINE float m_exp(float a) { return expf(a); }
INLINE double m_exp(double a) { return exp(a); }
INLINE float m_exp2(float a) { return exp2f(a); }
INLINE double m_exp2(double a) { return exp2(a); }
INLINE float m_log(float a) { return logf(a); }
INLINE double m_log(double a) { return log(a); }
INLINE float m_log2(float a) { return log2f(a); }
INLINE double m_log2(double a) { return log2(a); }
INLINE float m_sin(float a) { return sinf(a); }
INLINE double m_sin(double a) { return sin(a); }
INLINE float m_cos(float a) { return cosf(a); }
INLINE double m_cos(double a) { return cos(a); }
INLINE float m_pow(float a, float b) { return powf(a, b); }
INLINE double m_pow(double a, double b) { return pow(a, b); }
INLINE float m_fma(float a, float b, float c) { return fmaf(a, b, c); }
INLINE double m_fma(double a, double b, double c) { return fma(a, b, c); }
INLINE float m_sign(float a) { return a > 0.0f ? 1.0f : a < 0.0f ? -1.0f : 0.0f; }
INLINE double m_sign(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : 0.0; }
INLINE int m_sign(int a) { return (a > 0) - (a < 0); }
INLINE unsigned m_count_ones(unsigned a) { return __popc(a); }
INLINE int m_count_ones(int a) { return __popc((unsigned)a); }
INLINE float m_modulo(float a, float b) { return fmodf(a, b); }
INLINE double m_modulo(double a, double b) { return fmod(a, b); }
template <class T> INLINE T m_clamp(T a, T low, T high) { return m_min(m_max(a, low), high); }

#define MAPPED(name) \
    template <class T> INLINE Vec2<T> name(Vec2<T> a) { return Vec2<T>{name(a.x), name(a.y)}; } \
    template <class T> INLINE Vec3<T> name(Vec3<T> a) { return Vec3<T>{name(a.x), name(a.y), name(a.z)}; } \
    template <class T> INLINE Vec4<T> name(Vec4<T> a) { return Vec4<T>{name(a.x), name(a.y), name(a.z), name(a.w)}; }
#define MAPPED_PAIR(name) \
    template <class T> INLINE Vec2<T> name(Vec2<T> a, Vec2<T> b) { return Vec2<T>{name(a.x, b.x), name(a.y, b.y)}; } \
    template <class T> INLINE Vec3<T> name(Vec3<T> a, Vec3<T> b) { return Vec3<T>{name(a.x, b.x), name(a.y, b.y), name(a.z, b.z)}; } \
    template <class T> INLINE Vec4<T> name(Vec4<T> a, Vec4<T> b) { return Vec4<T>{name(a.x, b.x), name(a.y, b.y), name(a.z, b.z), name(a.w, b.w)}; }
MAPPED(m_abs)
MAPPED(m_sqrt)
MAPPED(m_floor)
MAPPED(m_round)
MAPPED(m_sign)
MAPPED_PAIR(m_min)
MAPPED_PAIR(m_max)

template <class T> INLINE T m_dot(Vec2<T> a, Vec2<T> b) { return a.x * b.x + a.y * b.y; }
template <class T> INLINE T m_dot(Vec3<T> a, Vec3<T> b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class T> INLINE T m_dot(Vec4<T> a, Vec4<T> b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
template <class T> INLINE Vec3<T> m_cross(Vec3<T> a, Vec3<T> b) {
    return Vec3<T>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class V> INLINE auto m_length(V a) { return m_sqrt(m_dot(a, a)); }
template <class V> INLINE V m_normalize(V a) { return a / m_length(a); }

INLINE int bits_int(float a) { return __float_as_int(a); }
INLINE unsigned bits_unsigned(float a) { return __float_as_uint(a); }
INLINE int bits_int(unsigned a) { return (int)a; }
INLINE unsigned bits_unsigned(int a) { return (unsigned)a; }
INLINE int bits_int(int a) { return a; }
INLINE unsigned bits_unsigned(unsigned a) { return a; }
INLINE float bits_float(float a) { return a; }
INLINE float bits_float(int a) { return __int_as_float(a); }
INLINE float bits_float(unsigned a) { return __uint_as_float(a); }
#define BITS(name, T) \
    template <class U> INLINE Vec2<T> name(Vec2<U> a) { return Vec2<T>{name(a.x), name(a.y)}; } \
    template <class U> INLINE Vec3<T> name(Vec3<U> a) { return Vec3<T>{name(a.x), name(a.y), name(a.z)}; } \
    template <class U> INLINE Vec4<T> name(Vec4<U> a) { return Vec4<T>{name(a.x), name(a.y), name(a.z), name(a.w)}; }
BITS(bits_int, int)
BITS(bits_unsigned, unsigned)
BITS(bits_float, float)

// without fusion
INLINE float exact_add(float a, float b) { return __fadd_rn(a, b); }
INLINE float exact_subtract(float a, float b) { return __fsub_rn(a, b); }
INLINE float exact_multiply(float a, float b) { return __fmul_rn(a, b); }
INLINE double exact_add(double a, double b) { return __dadd_rn(a, b); }
INLINE double exact_subtract(double a, double b) { return __dsub_rn(a, b); }
INLINE double exact_multiply(double a, double b) { return __dmul_rn(a, b); }
#define EXACT_OF(name) \
    template <class T> INLINE Vec2<T> name(Vec2<T> a, Vec2<T> b) { return Vec2<T>{name(a.x, b.x), name(a.y, b.y)}; } \
    template <class T> INLINE Vec3<T> name(Vec3<T> a, Vec3<T> b) { return Vec3<T>{name(a.x, b.x), name(a.y, b.y), name(a.z, b.z)}; } \
    template <class T> INLINE Vec3<T> name(Vec3<T> a, T b) { return Vec3<T>{name(a.x, b), name(a.y, b), name(a.z, b)}; } \
    template <class T> INLINE Vec3<T> name(T a, Vec3<T> b) { return Vec3<T>{name(a, b.x), name(a, b.y), name(a, b.z)}; }
EXACT_OF(exact_add)
EXACT_OF(exact_subtract)
EXACT_OF(exact_multiply)

// subgroups: SUBGROUP_LANES threads take part, a power of two
#define ALL_LANES (0xffffffffu >> (32 - SUBGROUP_LANES))
template <class T> INLINE T s_shuffle(T a, unsigned from) { return __shfl_sync(ALL_LANES, a, (int)from); }
template <class T> INLINE T s_shuffle_xor(T a, unsigned mask) { return __shfl_xor_sync(ALL_LANES, a, (int)mask); }
template <class T> INLINE T s_reduce_add(T a) {
    #pragma unroll
    for (int step = SUBGROUP_LANES / 2; step > 0; step >>= 1) { a += __shfl_xor_sync(ALL_LANES, a, step); }
    return a;
}
#if __CUDA_ARCH__ >= 800
INLINE int s_reduce_add(int a) { return __reduce_add_sync(ALL_LANES, a); }
INLINE unsigned s_reduce_add(unsigned a) { return __reduce_add_sync(ALL_LANES, a); }
INLINE int s_reduce_max(int a) { return __reduce_max_sync(ALL_LANES, a); }
#endif
template <class T> INLINE T s_reduce_max(T a) {
    #pragma unroll
    for (int step = SUBGROUP_LANES / 2; step > 0; step >>= 1) { a = m_max(a, __shfl_xor_sync(ALL_LANES, a, step)); }
    return a;
}
template <class T> INLINE T s_reduce_min(T a) {
    #pragma unroll
    for (int step = SUBGROUP_LANES / 2; step > 0; step >>= 1) { a = m_min(a, __shfl_xor_sync(ALL_LANES, a, step)); }
    return a;
}
template <class T> INLINE T s_exclusive_add(T a) {
    int lane = threadIdx.x & 31;
    T sum = a;
    #pragma unroll
    for (int step = 1; step < SUBGROUP_LANES; step <<= 1) {
        T before = __shfl_up_sync(ALL_LANES, sum, step);
        sum += lane >= step ? before : T(0);
    }
    return sum - a;
}
#define SUBGROUP_OF(name) \
    template <class T> INLINE Vec2<T> name(Vec2<T> a) { return Vec2<T>{name(a.x), name(a.y)}; } \
    template <class T> INLINE Vec3<T> name(Vec3<T> a) { return Vec3<T>{name(a.x), name(a.y), name(a.z)}; } \
    template <class T> INLINE Vec4<T> name(Vec4<T> a) { return Vec4<T>{name(a.x), name(a.y), name(a.z), name(a.w)}; }
SUBGROUP_OF(s_reduce_add)
template <class T> INLINE Vec2<T> s_shuffle(Vec2<T> a, unsigned from) { return Vec2<T>{s_shuffle(a.x, from), s_shuffle(a.y, from)}; }
template <class T> INLINE Vec3<T> s_shuffle(Vec3<T> a, unsigned from) { return Vec3<T>{s_shuffle(a.x, from), s_shuffle(a.y, from), s_shuffle(a.z, from)}; }
template <class T> INLINE Vec4<T> s_shuffle(Vec4<T> a, unsigned from) { return Vec4<T>{s_shuffle(a.x, from), s_shuffle(a.y, from), s_shuffle(a.z, from), s_shuffle(a.w, from)}; }
