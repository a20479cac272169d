"""Pictures of the renderer compared with MuJoCo's, model by model: segmentation, depth, colour.

Usage: MUJOCO_GL=osmesa python pictures.py --program PATH [--filter TEXT] [--folder FOLDER] [--size WxH] [--show] [--limits]

MuJoCo makes the scene (mjv_updateScene) and draws it with OpenGL. A file takes the scene to --program, the example `scene_file` of
sim-view, which draws it too. The views are the free camera of the model and two orbits. The table has for each picture:

- the share of pixels that show equal objects;
- the 99.9th percentile of the relative depth error, over pixels whose neighbours also show equal objects;
- the mean structural similarity (SSIM) of luminance in windows of 7 x 7.

--show writes both pictures side by side as PNG. With --limits the exit status is 1 when a limit is missed: 97 % of pixels each and
99 % in the median, depth to 1 %, SSIM of 0.90 in the median.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import models
import mujoco
import numpy as np

# views around the free camera: degrees of azimuth, and elevation or None for the model's own
VIEWS = {"free": (0, None), "left": (120, -15), "above": (240, -50)}
# MuJoCo's pictures do not change and take long, so they are cached
CACHE_FIELDS = ("color", "depth", "objects")


def numbers(*values) -> str:
    """Values in a line, without loss of digits."""
    flat = np.concatenate([np.atleast_1d(np.asarray(value)).ravel() for value in values])
    return " ".join(repr(int(x)) if float(x).is_integer() and abs(x) < 2**31 else repr(float(x)) for x in flat)


def scene_text(model, scene) -> str:
    """All fields of a scene."""
    lines = []
    for camera in scene.camera:
        frustum = [getattr(camera, f"frustum_{name}") for name in ("center", "width", "bottom", "top", "near", "far")]
        lines.append(numbers(camera.pos, camera.forward, camera.up, frustum, camera.orthographic))
    lines.append(numbers(len(scene.flags), scene.flags))
    lines.append(numbers(scene.enabletransform, scene.translate, scene.rotate, scene.scale))
    lines.append(numbers(scene.framewidth, scene.framergb))
    lines.append(str(scene.nlight))
    for x in scene.lights[: scene.nlight]:
        lines.append(numbers(x.id, x.pos, x.dir, int(x.type), x.texid, x.attenuation, x.cutoff, x.exponent, x.ambient))
        lines.append(numbers(x.diffuse, x.specular, x.headlight, x.castshadow, x.bulbradius, x.intensity, x.range, x.softness))
    lines.append(str(scene.ngeom))
    for g in scene.geoms[: scene.ngeom]:
        lines.append(numbers(g.type, g.dataid, g.objtype, g.objid, g.category, g.matid, g.texid, g.texuniform, g.texcoord))
        lines.append(numbers(g.segid, g.size, g.pos, g.mat, g.rgba, g.emission, g.specular, g.shininess, g.reflectance))
        lines.append(numbers(g.texrepeat, g.camdist, g.modelrbound, g.transparent) + " #" + g.label.encode().hex())
    lines.append(str(scene.nskin))
    for i in range(scene.nskin):
        start, count = int(scene.skinvertadr[i]), int(scene.skinvertnum[i])
        face, faces = int(model.skin_faceadr[i]), int(model.skin_facenum[i])
        texture = int(model.skin_texcoordadr[i])
        texcoord = model.skin_texcoord[texture : texture + count] if texture >= 0 else np.zeros((0, 2))
        lines.append(numbers(count, faces, len(texcoord)))
        for array in (scene.skinvert, scene.skinnormal):
            lines.append(numbers(array.reshape(-1, 3)[start : start + count]))
        lines.append(numbers(model.skin_face[face : face + faces]))
        lines.append(numbers(texcoord))
    return "\n".join(lines)


def views(model):
    """Names and cameras."""
    for name, (turn, elevation) in VIEWS.items():
        camera = mujoco.MjvCamera()
        mujoco.mjv_defaultFreeCamera(model, camera)
        camera.azimuth += turn
        if elevation is not None:
            camera.elevation = elevation
        yield name, camera


def reference(renderer, data, camera) -> dict[str, np.ndarray]:
    """MuJoCo's pictures."""
    renderer.update_scene(data, camera)
    pictures = {"color": renderer.render()}
    renderer.enable_depth_rendering()
    pictures["depth"] = renderer.render()
    renderer.disable_depth_rendering()
    renderer.enable_segmentation_rendering()
    pictures["objects"] = renderer.render()
    renderer.disable_segmentation_rendering()
    return pictures


def window_mean(image: np.ndarray, size: int) -> np.ndarray:
    """The mean of each square of `size` pixels."""
    total = np.pad(image, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    return (total[size:, size:] - total[:-size, size:] - total[size:, :-size] + total[:-size, :-size]) / size**2


def similarity(a: np.ndarray, b: np.ndarray, size: int = 7) -> float:
    """Mean structural similarity of two pictures in colour."""
    a, b = (image.astype(np.float64) @ [0.299, 0.587, 0.114] for image in (a, b))
    mean = [window_mean(image, size) for image in (a, b)]
    variance = [window_mean(image * image, size) - m * m for image, m in zip((a, b), mean)]
    covariance = window_mean(a * b, size) - mean[0] * mean[1]
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    luminance = (2 * mean[0] * mean[1] + c1) / (mean[0] ** 2 + mean[1] ** 2 + c1)
    return float((luminance * (2 * covariance + c2) / (variance[0] + variance[1] + c2)).mean())


def depth_difference(ours, theirs) -> float:
    """Relative difference of depth inside objects that both show."""
    same = (ours["objects"] == theirs["objects"]).all(-1) & (theirs["objects"][..., 1] >= 0)
    inner = same.copy()
    for axis in (0, 1):
        for step in (-1, 1):
            neighbour = np.roll(theirs["objects"], step, axis)
            inner &= (neighbour == theirs["objects"]).all(-1) & np.roll(same, step, axis)
    if not inner.any():
        return 0.0
    a, b = ours["depth"][inner].astype(np.float64), theirs["depth"][inner].astype(np.float64)
    return float(np.quantile(np.abs(a - b) / b, 0.999))


def our_pictures(program: str, path: str, scene: str, width: int, height: int, stem: Path) -> dict[str, np.ndarray]:
    """The program's pictures of a scene."""
    file = stem.with_suffix(".scene")
    file.write_text(scene)
    subprocess.run([program, path, file, str(width), str(height), stem], check=True)
    read = lambda name, kind: np.fromfile(f"{stem}.{name}", kind)
    return {
        "color": read("color", np.uint8).reshape(height, width, 3),
        "depth": read("depth", np.float32).reshape(height, width),
        "objects": read("objects", np.int32).reshape(height, width, 2),
    }


def show(ours, theirs, path: Path) -> None:
    """Ours on the left, MuJoCo's in the middle, their difference on the right."""
    from PIL import Image

    difference = np.abs(ours.astype(int) - theirs.astype(int)).clip(0, 63).astype(np.uint8) * 4
    Image.fromarray(np.concatenate([ours, theirs, difference], 1)).save(path)


def compare(source, options, folder: Path) -> list[tuple[str, float, float, float]]:
    """The rows of a model's views."""
    width, height = (int(side) for side in options.size.split("x"))
    model = source.load(mujoco)
    model.vis.global_.offwidth = max(width, model.vis.global_.offwidth)
    model.vis.global_.offheight = max(height, model.vis.global_.offheight)
    path = source.path
    if path is None:
        written = Path(tempfile.mkdtemp(dir=folder))
        for name, content in source.assets.items():
            (written / name).parent.mkdir(parents=True, exist_ok=True)
            (written / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        path = str(written / "model.xml")
        Path(path).write_text(source.xml)
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    mujoco.mj_forward(model, data)
    rows = []
    with mujoco.Renderer(model, height, width, max_geom=20000) as renderer:
        for view, camera in views(model):
            stem = folder / f"{source.group}_{source.name}_{view}"
            kept = stem.with_suffix(f".{options.size}.npz")
            renderer.update_scene(data, camera)
            scene = scene_text(model, renderer.scene)
            if kept.exists():
                theirs = dict(np.load(kept))
            else:
                theirs = reference(renderer, data, camera)
                np.savez_compressed(kept, **theirs)
            ours = our_pictures(options.program, path, scene, width, height, stem)
            same = float((ours["objects"] == theirs["objects"]).all(-1).mean())
            row = (f"{source.group} {source.name} {view}", same, depth_difference(ours, theirs))
            rows.append((*row, similarity(ours["color"], theirs["color"])))
            if options.show:
                show(ours["color"], theirs["color"], stem.with_suffix(".png"))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--model", action="append", default=[])
    parser.add_argument("--size", default="640x480")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--limits", action="store_true")
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    sources = [models.Source("given", Path(path).stem, path=path) for path in options.model]
    if not sources:
        sources = models.own() + models.gymnasium() + models.suite_files()
        sources = [source for source in sources if options.filter in f"{source.group} {source.name}"]
    rows = []
    for source in sources:
        try:
            found = compare(source, options, folder)
        except (ValueError, subprocess.CalledProcessError) as error:
            print(f"{source.group} {source.name}: {str(error).splitlines()[0]}", flush=True)
            continue
        for name, same, depth, color in found:
            print(f"{name:44} same {100 * same:7.3f} %  depth {100 * depth:7.4f} %  SSIM {color:.4f}", flush=True)
        rows += found
    if not rows:
        return 1
    same, depth, color = (np.array([row[k] for row in rows]) for k in (1, 2, 3))
    print(f"{len(rows)} pictures")
    print(f"same object: least {100 * same.min():.3f} %, median {100 * np.median(same):.3f} %")
    print(f"depth: most {100 * depth.max():.4f} %, median {100 * np.median(depth):.4f} %")
    print(f"SSIM: least {color.min():.4f}, median {np.median(color):.4f}")
    held = same.min() >= 0.97 and np.median(same) >= 0.99 and depth.max() <= 0.01 and np.median(color) >= 0.90
    return int(options.limits and not held)


if __name__ == "__main__":
    sys.exit(main())
