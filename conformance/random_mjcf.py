"""Random MJCF models from a seed.

They have trees of bodies with joints and geoms of every kind, tendons, equalities, actuators, sensors, and random settings of solver
and integrator. A seed gives one model on every machine.
"""

from __future__ import annotations

import numpy as np

SOLVERS = ("Newton", "CG", "PGS")
CONES = ("pyramidal", "elliptic")
JACOBIANS = ("dense", "sparse")
INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")

#: Joints of a child body, with weights; those of a body in the world may be a free one.
JOINTS = (
    (("hinge",), 6), (("slide",), 3), (("ball",), 3), (("hinge", "hinge"), 2), (("slide", "hinge"), 2), ((), 1),
    (("hinge", "hinge", "hinge"), 1), (("slide", "slide", "hinge"), 1), (("slide", "ball"), 1), (("slide", "slide", "slide", "ball"), 1),
)  # fmt: skip
GEOMS = ("sphere", "capsule", "box", "ellipsoid", "cylinder", "mesh")
CURVED = ("sphere", "cylinder")
#: Sensors of a kind of object each, by its attribute.
SENSORS = {
    "scalar": ("jointpos", "jointvel", "jointactuatorfrc"),
    "limited joint": ("jointlimitpos", "jointlimitvel", "jointlimitfrc"),
    "tendon": ("tendonpos", "tendonvel", "tendonactuatorfrc"),
    "limited tendon": ("tendonlimitpos", "tendonlimitvel", "tendonlimitfrc"),
    "site": ("accelerometer", "gyro", "velocimeter", "force", "torque", "touch"),
    "body": ("subtreecom", "subtreelinvel", "subtreeangmom"),
    "actuator": ("actuatorpos", "actuatorvel", "actuatorfrc"),
}


class Maker:
    """A model under construction."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        kinds = ("body", "mocap", "site", "geom", "curved", "mesh", "scalar", "ball", "limited joint", "tendon", "limited tendon", "actuator")
        self.names: dict[str, list[str]] = {kind: [] for kind in kinds}
        #: A violent model has strong actuators, stiff constraints and a large time step.
        self.violent = self.chance(0.2)
        self.tendon_inertia = self.chance(0.15)

    # numbers

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def pick(self, items):
        return items[int(self.rng.integers(len(items)))]

    def real(self, low: float, high: float) -> str:
        return f"{self.rng.uniform(low, high):.6g}"

    def reals(self, n: int, low: float, high: float) -> str:
        return " ".join(self.real(low, high) for _ in range(n))

    def power(self, low: float, high: float) -> str:
        return f"{10 ** self.rng.uniform(low, high):.6g}"

    def direction(self, n: int) -> str:
        v = self.rng.normal(size=n)
        if n == 3 and self.chance(0.5):
            v = np.eye(3)[self.rng.integers(3)]
        return " ".join(f"{x:.6g}" for x in v / np.linalg.norm(v))

    def some(self, p: float, text: str) -> str:
        return f" {text}" if self.chance(p) else ""

    def named(self, kind: str) -> str:
        """A new name for an object."""
        name = f"{kind}{len(self.names[kind])}"
        self.names[kind].append(name)
        return name

    def known(self, kind: str) -> str | None:
        """The name of an existing object."""
        return self.pick(self.names[kind]) if self.names[kind] else None

    def impedance(self, suffix: str = "") -> str:
        """Impedance settings of a constraint, often none."""
        text = ""
        if self.chance(0.35 if not self.violent else 0.7):
            stiff = self.violent and self.chance(0.7)
            text += f' solref{suffix}="{self.power(-2.5, -1.7) if stiff else self.power(-1.9, -1)} {self.real(0.3, 1.5)}"'
            if self.chance(0.2):
                text = f' solref{suffix}="-{self.power(1, 4)} -{self.power(0, 2)}"'
        if self.chance(0.3):
            low, high = sorted(self.rng.uniform(0.5, 0.9999, 2))
            text += f' solimp{suffix}="{low:.6g} {high:.6g} {self.power(-4, -1)} {self.real(0.1, 0.9)} {self.real(1, 4)}"'
        return text

    # bodies

    def joints(self) -> str:
        """Joints of a body with independent axes: other axes make its inertia singular."""
        weights = np.array([w for _, w in JOINTS], dtype=float)
        kinds = JOINTS[int(self.rng.choice(len(JOINTS), p=weights / weights.sum()))][0]
        frame = np.eye(3) if self.chance(0.5) else np.linalg.qr(self.rng.normal(size=(3, 3)))[0]
        frame = self.rng.permutation(frame)
        return "".join(self.joint(kind, frame[kinds[:k].count(kind) % 3]) for k, kind in enumerate(kinds))

    def joint(self, kind: str, axis: np.ndarray) -> str:
        name = self.named("scalar" if kind in ("hinge", "slide") else "ball")
        text = f'<joint name="{name}" type="{kind}"'
        if kind != "ball":
            text += f' axis="{" ".join(f"{x:.6g}" for x in axis)}"'
        if self.chance(0.5):
            text += f' pos="{self.reals(3, -0.1, 0.1)}"'
        if self.chance(0.5):
            if kind != "ball":
                self.names["limited joint"].append(name)
            high = {"hinge": 90, "slide": 0.3, "ball": 80}[kind] * self.rng.uniform(0.1, 1)
            low = 0 if kind == "ball" else -high * self.rng.uniform(0.1, 1)
            text += f' range="{low:.6g} {high:.6g}"' + self.impedance("limit") + self.some(0.2, f'margin="{self.real(0, 0.05)}"')
        if self.chance(0.4):
            text += f' frictionloss="{self.power(-2, 1)}"' + self.impedance("friction")
        text += self.some(0.5, f'damping="{self.power(-2, 1)}"') + self.some(0.4, f'armature="{self.power(-3, -0.5)}"')
        if self.chance(0.3):
            text += f' stiffness="{self.power(-1, 2)}"'
            text += "" if kind == "ball" else f' springref="{self.real(-0.3, 0.3)}"'
        if kind != "ball":
            text += self.some(0.1, f'ref="{self.real(-0.2, 0.2)}"')
            text += self.some(0.1, f'actuatorfrcrange="-{self.power(0, 1)} {self.power(0, 1)}"')
        return text + "/>"

    def geom(self, kind: str | None = None) -> str:
        kind = kind or self.pick(GEOMS)
        if kind == "mesh" and not self.names["mesh"]:
            kind = "box"
        name = self.named("geom")
        if kind in CURVED:
            self.names["curved"].append(name)
        count = {"sphere": 1, "capsule": 2, "cylinder": 2, "mesh": 0}.get(kind, 3)
        shape = f'mesh="{self.known("mesh")}"' if kind == "mesh" else f'size="{self.reals(count, 0.03, 0.15)}"'
        text = f'<geom name="{name}" type="{kind}" {shape} pos="{self.reals(3, -0.1, 0.1)}"'
        text += self.some(0.5, f'quat="{self.direction(4)}"')
        return text + self.surface() + self.some(0.3, f'density="{self.power(2, 3.5)}"') + "/>"

    def surface(self) -> str:
        """Contact settings of a geom."""
        text = f' condim="{self.pick((1, 3, 3, 3, 4, 6))}"'
        if self.chance(0.6):
            text += f' friction="{self.real(0.1, 1.5)} {self.power(-3, -1)} {self.power(-4, -2)}"'
        text += self.some(0.2, f'margin="{self.real(0, 0.03)}"') + self.some(0.1, f'gap="{self.real(0, 0.02)}"')
        text += self.some(0.1, f'priority="{self.rng.integers(2)}"') + self.some(0.1, f'solmix="{self.real(0.1, 2)}"')
        return text + self.impedance()

    def site(self) -> str:
        return f'<site name="{self.named("site")}" pos="{self.reals(3, -0.15, 0.15)}" quat="{self.direction(4)}" size=".02"/>'

    def body(self, depth: int, left: list[int]) -> str:
        """A body and its children, until the number of bodies is reached."""
        left[0] -= 1
        name = self.named("body")
        place = f"{self.reals(2, -0.5, 0.5)} {self.real(0.1, 0.9)}" if depth == 0 else self.reals(3, -0.3, 0.3)
        text = f'<body name="{name}" pos="{place}"' + self.some(0.6, f'quat="{self.direction(4)}"')
        text += self.some(0.1, f'gravcomp="{self.real(0, 1.2)}"') + ">"
        if depth == 0 and self.chance(0.4):
            text += self.pick(("<freejoint/>", '<joint type="free" damping=".1"/>'))
        else:
            text += self.joints()
        if self.chance(0.1):
            text += f'<inertial pos="{self.reals(3, -0.05, 0.05)}" mass="{self.power(-1, 0.5)}" diaginertia=".02 .03 .025"/>'
        text += "".join(self.geom() for _ in range(int(self.rng.integers(1, 3))))
        text += "".join(self.site() for _ in range(int(self.rng.integers(1, 3))))
        for _ in range(int(self.rng.integers(0, 3))):
            if left[0] > 0 and depth < 5:
                text += self.body(depth + 1, left)
        return text + "</body>"

    def world(self) -> str:
        text = '<geom name="floor" type="plane" size="3 3 .1"' + self.surface() + "/>" if self.chance(0.8) else ""
        text += self.site()
        if self.chance(0.2):
            text += f'<body name="{self.named("mocap")}" mocap="true" pos="{self.reals(3, -0.5, 0.5)}">{self.geom("sphere")}</body>'
        left = [int(self.rng.integers(2, 9))]
        while left[0] > 0:
            text += self.body(0, left)
        return f"<worldbody>{text}</worldbody>"

    # equality constraints

    def tendon(self) -> str:
        name = self.named("tendon")
        text = f'name="{name}"' + self.some(0.3, f'stiffness="{self.power(0, 3)}"') + self.some(0.3, f'damping="{self.power(-1, 1)}"')
        text += self.some(0.2, f'springlength="{self.real(0.05, 0.2)} {self.real(0.2, 0.5)}"')
        if self.chance(0.4):
            self.names["limited tendon"].append(name)
            text += f' range="{self.real(-0.2, 0.15)} {self.real(0.2, 0.6)}"' + self.impedance("limit")
            text += self.some(0.2, f'margin="{self.real(0, 0.05)}"')
        if self.chance(0.3):
            text += f' frictionloss="{self.power(-1, 1)}"' + self.impedance("friction")
        if self.tendon_inertia:
            text += self.some(0.5, f'armature="{self.power(-2, 0)}"')
        if self.names["scalar"] and self.chance(0.4):
            joints = self.rng.permutation(self.names["scalar"])[: int(self.rng.integers(1, 4))]
            parts = "".join(f'<joint joint="{j}" coef="{self.real(-1, 1)}"/>' for j in joints)
            return f"<fixed {text}>{parts}</fixed>"
        return f"<spatial {text}>{self.path()}</spatial>"

    def path(self) -> str:
        """Sites of a spatial tendon, and the geoms that it wraps between them."""
        sites = list(self.rng.permutation(self.names["site"])[: int(self.rng.integers(2, 5))])
        if len(sites) < 2:
            sites = [self.names["site"][0]] * 2
        text = f'<site site="{sites[0]}"/>'
        for k, site in enumerate(sites[1:], 1):
            if not self.tendon_inertia and self.names["curved"] and self.chance(0.5):
                text += f'<geom geom="{self.known("curved")}"' + self.some(0.4, f'sidesite="{self.known("site")}"') + "/>"
            text += f'<site site="{site}"/>'
            if 2 <= k < len(sites) - 2 and self.chance(0.3):
                text += '<pulley divisor="2"/>'
        return text

    def equality(self) -> str:
        """One constraint of a random kind; none when its objects are missing."""
        soft = self.impedance() + self.some(0.1, 'active="false"')
        curve = self.some(0.5, f'polycoef="{self.reals(2, -0.1, 1)} {self.reals(3, -0.3, 0.3)}"')
        bodies = self.names["body"] + self.names["mocap"]
        kind = self.pick(("connect", "weld", "connect sites", "weld sites", "joint", "tendon"))
        tied = {"joint": "scalar", "tendon": "tendon"}.get(kind, "site" if "sites" in kind else "body")
        names = [str(n) for n in self.rng.permutation(bodies if tied == "body" else self.names[tied])[:2]]
        if not names or (tied == "site" and len(names) < 2):
            return ""
        second = len(names) == 2 and (tied == "site" or self.chance(0.7))
        if kind in ("joint", "tendon"):
            text = f'<{kind} {kind}1="{names[0]}"' + (f' {kind}2="{names[1]}"' if second else "")
            return text + f"{curve}{soft}/>"
        tag = kind.split()[0]
        text = f'<{tag} {tied}1="{names[0]}"' + (f' {tied}2="{names[1]}"' if second else "")
        if tag == "weld":
            text += self.some(0.4, f'torquescale="{self.power(-1, 0.5)}"')
            if tied == "body":
                text += self.some(0.4, f'anchor="{self.reals(3, -0.1, 0.1)}"')
                text += self.some(0.3, f'relpose="{self.reals(3, -0.2, 0.2)} {self.direction(4)}"')
        elif tied == "body":
            text += f' anchor="{self.reals(3, -0.1, 0.1)}"'
        return f"{text}{soft}/>"

    def contact(self) -> str:
        text = ""
        if len(self.names["geom"]) >= 2 and self.chance(0.3):
            a, b = self.rng.permutation(self.names["geom"])[:2]
            text += f'<pair geom1="{a}" geom2="{b}" condim="{self.pick((1, 3, 4, 6))}"' + self.impedance()
            text += self.some(0.5, f'friction="{self.reals(2, 0.2, 1.2)} {self.power(-3, -1)} {self.reals(2, 0.001, 0.01)}"') + "/>"
        if len(self.names["body"]) >= 2 and self.chance(0.2):
            a, b = self.rng.permutation(self.names["body"])[:2]
            text += f'<exclude body1="{a}" body2="{b}"/>'
        return text

    # inputs and outputs

    def target(self) -> str | None:
        """The target of an actuator."""
        kinds = [k for k in ("scalar", "scalar", "ball", "tendon", "site", "crank") if k == "crank" or self.names[k]]
        kind = self.pick(kinds)
        sites = [str(s) for s in self.rng.permutation(self.names["site"])[:2]]
        if kind == "crank":
            return f'cranksite="{sites[0]}" slidersite="{sites[1]}" cranklength="{self.real(0.1, 0.5)}"' if len(sites) > 1 else None
        if kind == "site":
            text = f'site="{sites[0]}" gear="{self.reals(6, -1, 1)}"'
            return text + (self.some(0.5, f'refsite="{sites[1]}"') if len(sites) > 1 else "")
        if kind == "ball":
            return f'{self.pick(("joint", "jointinparent"))}="{self.known("ball")}" gear="{self.reals(3, -1, 1)}"'
        strength = self.power(1, 3) if self.violent else self.power(-1, 1)
        return f'{"joint" if kind == "scalar" else kind}="{self.known(kind)}" gear="{strength}"'

    def actuator(self) -> str:
        if self.chance(0.05):
            return f'<adhesion name="{self.named("actuator")}" body="{self.known("body")}" ctrlrange="0 1" gain="{self.power(0, 1)}"/>'
        target = self.target()
        if target is None:
            return ""
        kind = self.pick(("motor", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "general", "muscle"))
        if kind == "muscle" and not target.startswith(("joint=", "tendon=")):
            kind = "motor"
        settings = {
            "motor": "", "position": f'kp="{self.power(0, 2)}"' + self.some(0.5, f'kv="{self.power(-1, 1)}"'),
            "velocity": f'kv="{self.power(-1, 1)}"', "damper": f'kv="{self.power(-1, 1)}" ctrlrange="0 1"',
            "intvelocity": f'kp="{self.power(0, 2)}" actrange="-1 1"', "cylinder": f'timeconst="{self.power(-2, 0)}" area=".5"',
            "general": f'dyntype="{self.pick(("none", "integrator", "filter", "filterexact"))}" dynprm="{self.power(-2, 0)}" '
                       f'gaintype="affine" gainprm="{self.reals(3, -1, 1)}" biastype="affine" biasprm="{self.reals(3, -1, 0)}"',
            "muscle": f'lengthrange="{self.real(0.1, 0.3)} {self.real(0.5, 1.5)}"',
        }[kind]  # fmt: skip
        text = f'<{kind} name="{self.named("actuator")}" {target} {settings}'
        if kind not in ("damper", "muscle"):
            text += self.some(0.3, 'ctrlrange="-1 1"')
        return text + self.some(0.2, f'forcerange="-{self.power(0, 2)} {self.power(0, 2)}"') + "/>"

    def sensor(self) -> str:
        kind = self.pick([k for k in SENSORS if self.names[k]])
        attribute = {"scalar": "joint"}.get(kind, kind.split()[-1])
        return f'<{self.pick(SENSORS[kind])} {attribute}="{self.known(kind)}"/>'

    # the whole model

    def option(self, chosen: tuple[str, str, str, str]) -> str:
        solver, cone, jacobian, integrator = chosen
        text = f'<option solver="{solver}" cone="{cone}" jacobian="{jacobian}" integrator="{integrator}"'
        text += f' timestep="{self.pick((".001", ".002", ".005"))}" impratio="{self.pick((1, 1, 3, 10))}"'
        text += self.some(0.5, f'noslip_iterations="{self.rng.integers(1, 11)}"')
        text += self.some(0.3, f'iterations="{self.pick((10, 30, 500))}"') + self.some(0.2, f'tolerance="{self.pick(("1e-10", "1e-6"))}"')
        text += self.some(0.1, f'density="{self.power(0, 2)}" viscosity="{self.power(-3, 0)}" wind="{self.reals(3, -1, 1)}"')
        flags = {"filterparent": 0.3, "warmstart": 0.1, "island": 0.2, "refsafe": 0.1, "eulerdamp": 0.1, "gravity": 0.05, "nativeccd": 0.05}
        off = "".join(f' {flag}="disable"' for flag, p in flags.items() if self.chance(p))
        off += "".join(f' {flag}="enable"' for flag, p in {"multiccd": 0.1}.items() if self.chance(p))
        return f"{text}><flag{off}/></option>"

    def mesh(self) -> str:
        points = self.rng.normal(size=(int(self.rng.integers(5, 14)), 3))
        points *= self.rng.uniform(0.04, 0.13, 3) / np.linalg.norm(points, axis=1, keepdims=True)
        return f'<mesh name="{self.named("mesh")}" vertex="{" ".join(f"{x:.6g}" for x in points.ravel())}"/>'

    def model(self, chosen: tuple[str, str, str, str]) -> str:
        count = lambda most: range(int(self.rng.integers(0, most + 1)))  # noqa: E731
        option = self.option(chosen)
        assets = "".join(self.mesh() for _ in count(2))
        world = self.world()
        parts = {"asset": assets, "contact": self.contact()}
        parts["tendon"] = "".join(self.tendon() for _ in count(3))
        parts["equality"] = "".join(self.equality() for _ in count(4))
        parts["actuator"] = "".join(self.actuator() for _ in count(4))
        parts["sensor"] = "".join(self.sensor() for _ in count(5))
        sections = "\n".join(f"<{tag}>{text}</{tag}>" for tag, text in parts.items() if text)
        return f"<mujoco>\n{option}\n{world}\n{sections}\n</mujoco>".replace("><", ">\n<")


def settings(seed: int, index: int) -> tuple[str, str, str, str]:
    """Solver, cone, storage of the Jacobian and integrator of a model."""
    rng = np.random.default_rng([seed, index, 1])
    return tuple(str(rng.choice(kinds)) for kinds in (SOLVERS, CONES, JACOBIANS, INTEGRATORS))


def make(seed: int, index: int) -> tuple[str, str]:
    """Name and text of a model."""
    chosen = settings(seed, index)
    return f"{seed}-{index} {' '.join(chosen)}", Maker(np.random.default_rng([seed, index])).model(chosen)
