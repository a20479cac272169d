/**
 * The shader of all surfaces: OpenGL's fixed lighting as MuJoCo sets it up, for each pixel instead of each vertex.
 *
 * Every surface is drawn by instances: pose, size and look are attributes of the instance.
 */

/** Limit on lights. */
export const MOST_LIGHTS = 16;
/** Vectors of four numbers for each light. */
export const LIGHT_VECTORS = 6;
/** Limit on lights that cast shadows. */
export const MOST_SHADOWS = 4;

const INSTANCE = /* glsl */ `
precision highp float;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform vec4 uClip;
in vec3 position;
in vec3 iPos;
in vec4 iQuat;
in vec3 iSize;
in vec4 iColor;
in vec4 iFinish;
in vec4 iMap;
in vec2 iMark;
out vec4 vColor;
out vec3 vWorld;
flat out float vSegment;
out float vClip;
out float vDistance;
vec3 turn(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.yzw, v);
  return v + q.x * t + cross(q.yzw, t);
}
`;

/** Corners of surfaces: from unit size to their place in the picture. */
export const SURFACE_VERTEX = /* glsl */ `
${INSTANCE}
in vec3 normal;
in vec2 uv;
in float cap;
out vec3 vNormal;
out vec4 vFinish;
out vec3 vMap;
flat out float vMirror;
void main() {
  float end = 0.5 * (iSize.x + iSize.y);
  vec3 local = position * iSize + vec3(0.0, 0.0, cap * end);
  vec3 across = normal / vec3(iSize.xy, cap != 0.0 ? end : iSize.z);
  vec4 world = vec4(iPos + turn(iQuat, local), 1.0);
  vWorld = world.xyz;
  vNormal = turn(iQuat, across);
  vColor = iColor;
  vFinish = iFinish;
  vSegment = iMark.x;
  vMirror = iMark.y;
#if MAPPING == 1
  vMap = vec3(uv * iMap.xy + iMap.zw, 0.0);
#elif MAPPING == 2
  vMap = vec3(position.xy * iMap.xy + iMap.zw, 0.0);
#elif MAPPING == 3
  vMap = (position + vec3(0.0, 0.0, cap)) * iMap.xyz;
#else
  vMap = vec3(0.0);
#endif
  vClip = dot(uClip.xyz, world.xyz) + uClip.w;
  vec4 seen = viewMatrix * world;
  vDistance = -seen.z;
  gl_Position = projectionMatrix * seen;
}
`;

/** Lines as rectangles of constant width in the picture. */
export const LINE_VERTEX = /* glsl */ `
${INSTANCE}
in vec3 other;
in float side;
uniform vec2 uPixels;
void main() {
  vec4 a = projectionMatrix * viewMatrix * vec4(iPos + turn(iQuat, position * iSize), 1.0);
  vec4 b = projectionMatrix * viewMatrix * vec4(iPos + turn(iQuat, other * iSize), 1.0);
  vec2 from = a.xy / max(a.w, 1e-6) * uPixels;
  vec2 to = b.xy / max(b.w, 1e-6) * uPixels;
  vec2 along = to - from;
  float length2 = max(dot(along, along), 1e-12);
  vec2 across = vec2(-along.y, along.x) * inversesqrt(length2);
  vColor = iColor;
  vSegment = iMark.x;
  vWorld = iPos;
  vClip = dot(uClip.xyz, iPos) + uClip.w;
  vDistance = a.w;
  gl_Position = a;
  gl_Position.xy += side * across * iMap.x / uPixels * a.w;
}
`;

const OUTPUT = /* glsl */ `
precision highp float;
uniform float uSegmentation;
uniform vec4 uFog;
uniform vec2 uFogRange;
in vec4 vColor;
in vec3 vWorld;
flat in float vSegment;
in float vClip;
in float vDistance;
out vec4 color;
vec4 numbered(float id) {
  float n = id + 1.0;
  return vec4(mod(n, 256.0), mod(floor(n / 256.0), 256.0), floor(n / 65536.0), 255.0) / 255.0;
}
vec3 fogged(vec3 c) {
  if (uFog.w == 0.0) return c;
  float clear = clamp((uFogRange.y - vDistance) / (uFogRange.y - uFogRange.x), 0.0, 1.0);
  return mix(uFog.rgb, c, clear);
}
`;

/** Lines have their colour without light. */
export const LINE_FRAGMENT = /* glsl */ `
${OUTPUT}
uniform float uTint;
void main() {
  if (vClip < 0.0) discard;
  if (uSegmentation > 0.0) {
    if (vSegment < 0.0) discard;
    color = numbered(vSegment);
    return;
  }
  color = vec4(fogged(clamp(vColor.rgb * uTint, 0.0, 1.0)), vColor.a);
}
`;

/** The colour of a surface: light, texture, shadows, mirror image, fog. */
export const SURFACE_FRAGMENT = /* glsl */ `
precision highp sampler2DShadow;
${OUTPUT}
in vec3 vNormal;
in vec4 vFinish;
in vec3 vMap;
flat in float vMirror;
uniform vec3 cameraPosition;
uniform vec4 uLights[${MOST_LIGHTS * LIGHT_VECTORS}];
uniform int uLightCount;
uniform float uBackground;
uniform float uTint;
uniform mat4 uShadowMatrix[${MOST_SHADOWS}];
uniform float uShadowTexel[${MOST_SHADOWS}];
uniform sampler2DShadow uShadow0;
uniform sampler2DShadow uShadow1;
uniform sampler2DShadow uShadow2;
uniform sampler2DShadow uShadow3;
uniform sampler2D uMirror;
uniform float uMirrors;
uniform float uSkyRadius;
uniform vec2 uMirrorSize;
#if MAPPING == 3
uniform samplerCube uMap;
#elif MAPPING > 0
uniform sampler2D uMap;
#endif

float tap(int i, vec3 at) {
  if (i == 0) return texture(uShadow0, at);
  if (i == 1) return texture(uShadow1, at);
  if (i == 2) return texture(uShadow2, at);
  return texture(uShadow3, at);
}

/** Share of a light that reaches a point: four taps of four texels each, one tap on a software renderer. */
float reached(int i) {
  vec4 p = uShadowMatrix[i] * vec4(vWorld, 1.0);
  if (p.w <= 0.0) return 1.0;
  vec3 at = p.xyz / p.w;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
#ifdef SIMPLE
  return tap(i, at);
#else
  float texel = uShadowTexel[i];
  return 0.25 * (tap(i, at + vec3(-0.5, -0.5, 0.0) * texel) + tap(i, at + vec3(0.5, -0.5, 0.0) * texel)
    + tap(i, at + vec3(-0.5, 0.5, 0.0) * texel) + tap(i, at + vec3(0.5, 0.5, 0.0) * texel));
#endif
}

vec3 shine(int i, vec3 n, vec3 v, vec3 c, out int shadow) {
  vec4 place = uLights[${LIGHT_VECTORS} * i];
  vec4 axis = uLights[${LIGHT_VECTORS} * i + 1];
  vec4 ambient = uLights[${LIGHT_VECTORS} * i + 2];
  vec4 diffuse = uLights[${LIGHT_VECTORS} * i + 3];
  vec4 specular = uLights[${LIGHT_VECTORS} * i + 4];
  vec4 reach = uLights[${LIGHT_VECTORS} * i + 5];
  shadow = int(diffuse.w);
  vec3 l = -axis.xyz;
  float fade = 1.0;
  if (place.w != 1.0) {
    vec3 d = place.xyz - vWorld;
    float length1 = max(length(d), 1e-20);
    l = d / length1;
    fade = 1.0 / max(reach.x + reach.y * length1 + reach.z * length1 * length1, 1e-6);
    float cosine = -dot(l, axis.xyz);
    if (axis.w >= -1.0) fade *= cosine >= axis.w ? pow(max(cosine, 0.0), ambient.w) : 0.0;
  }
  float turned = dot(n, l);
  vec3 sum = (ambient.rgb + diffuse.rgb * max(turned, 0.0)) * c;
  if (turned > 0.0) {
    vec3 h = normalize(l + v);
    sum += specular.rgb * vFinish.y * pow(max(dot(n, h), 1e-6), vFinish.z);
  }
  return fade * sum;
}

void main() {
  if (vClip < 0.0 || (uMirrors > 0.0 && vMirror > 0.0)) discard;
  if (uSegmentation > 0.0) {
    if (vSegment < 0.0) discard;
    color = numbered(vSegment);
    return;
  }
  vec4 texel = vec4(1.0);
#if MAPPING == 3
  texel = texture(uMap, vMap);
#elif MAPPING > 0
  texel = texture(uMap, vMap.xy);
#endif
  float alpha = vColor.a * texel.a;
#ifdef PLANE
  // what lies beyond the sky's cylinder is hidden by it
  if (uSkyRadius > 0.0 && distance(vWorld.xy, cameraPosition.xy) > uSkyRadius) discard;
  if (!gl_FrontFacing) alpha *= 0.3;
#endif
  vec3 n = normalize(vNormal);
#ifdef TWO_SIDED
  if (!gl_FrontFacing) n = -n;
#endif
  vec3 v = normalize(cameraPosition - vWorld);
  vec3 c = vColor.rgb * uTint;
  vec3 together = (vFinish.x + uBackground) * c;
  vec3 apart = vec3(0.0);
  for (int i = 0; i < uLightCount; i++) {
    int shadow;
    vec3 light = shine(i, n, v, c, shadow);
#ifdef CLEAR
    // no shadow falls on what can be seen through
    shadow = -1;
#endif
    if (shadow < 0) together += light;
    else if (light != vec3(0.0)) apart += clamp(light, 0.0, 1.0) * reached(shadow);
  }
  vec3 lit = min((clamp(together, 0.0, 1.0) + apart) * texel.rgb, 1.0);
  // the image in the mirror is drawn left for right
  if (vMirror > 0.0) lit += texture(uMirror, vec2(1.0 - gl_FragCoord.x / uMirrorSize.x, gl_FragCoord.y / uMirrorSize.y)).rgb;
  color = vec4(fogged(lit), alpha);
}
`;

/** Depths alone, for shadows. */
export const DEPTH_FRAGMENT = /* glsl */ `
precision highp float;
out vec4 color;
void main() {
  color = vec4(1.0);
}
`;
