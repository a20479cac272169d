"""Random MJCF bodies, joints and constraints that the GPU supports. Needs only the standard library."""

from __future__ import annotations

import random

JOINTS = (
    ("hinge",), ("hinge",), ("hinge",), ("slide",), ("slide",), ("ball",), ("ball",), ("hinge", "hinge"), ("slide", "hinge"),
    ("hinge", "hinge", "hinge"), ("slide", "slide", "hinge"), ("slide", "ball"), ("slide", "slide", "slide", "ball"), (),
)  # fmt: skip
GEOMS = ("sphere", "capsule", "box", "sphere", "capsule", "box", "cylinder", "ellipsoid")
#: Bits of contype and conaffinity: cylinders touch planes and spheres only, ellipsoids planes only.
MASKS = {"plane": (5, 1), "sphere": (9, 1), "cylinder": (0, 12), "ellipsoid": (0, 4)}
KINDS = ("body", "mocap", "site", "geom", "shape", "camera", "scalar", "ball", "free", "limited", "tendon", "limited tendon", "actuator")


class Maker:
    """A model under construction."""

    def __init__(self, seed: int, index: int) -> None:
        self.rng = random.Random(f"{seed} {index}")
        self.names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        #: Probabilities of the optional settings of this model: a few at once make causes easier to find.
        self.wealth = self.pick((0.3, 1.0, 1.0, 2.0))
        #: Whether the option's contact settings override those of geoms: the GPU then rejects gaps.
        self.overrides = self.chance(0.1)

    # numbers

    def chance(self, p: float) -> bool:
        return self.rng.random() < p * self.wealth

    def pick(self, items):
        return items[self.rng.randrange(len(items))]

    def real(self, low: float, high: float) -> str:
        return f"{self.rng.uniform(low, high):.5g}"

    def reals(self, n: int, low: float, high: float) -> str:
        return " ".join(self.real(low, high) for _ in range(n))

    def power(self, low: float, high: float) -> str:
        return f"{10 ** self.rng.uniform(low, high):.5g}"

    def direction(self, n: int) -> str:
        if self.rng.random() < 0.4:
            k = self.rng.randrange(n)
            return " ".join("1" if i == k else "0" for i in range(n))
        return " ".join(f"{self.rng.gauss(0, 1):.5g}" for _ in range(n))

    def some(self, p: float, text: str) -> str:
        return f" {text}" if self.chance(p) else ""

    def named(self, kind: str) -> str:
        name = f"{kind}{len(self.names[kind])}"
        self.names[kind].append(name)
        return name

    def two(self, kind: str) -> list[str]:
        """At most two objects of a kind."""
        return self.rng.sample(self.names[kind], min(2, len(self.names[kind])))

    def poly(self, low: float, high: float) -> str:
        """A coefficient, sometimes with coefficients of higher powers."""
        return self.power(low, high) + (f" {self.power(low, high)}" * self.rng.randrange(3) if self.chance(0.2) else "")

    def impedance(self, suffix: str = "") -> str:
        text = ""
        if self.chance(0.35):
            text += f' solref{suffix}="{self.power(-2.2, -1)} {self.real(0.3, 1.5)}"'
            if self.chance(0.2):
                text = f' solref{suffix}="-{self.power(1, 4)} -{self.power(0, 2)}"'
        if self.chance(0.3):
            low, high = sorted((self.rng.uniform(0.2, 0.9999), self.rng.uniform(0.2, 0.9999)))
            power = self.pick(("1", "2", "2", "3", self.real(1, 4)))
            text += f' solimp{suffix}="{low:.5g} {high:.5g} {self.power(-4, -1)} {self.real(0.1, 0.9)} {power}"'
        return text

    # bodies

    def joint(self, kind: str) -> str:
        name = self.named("scalar" if kind in ("hinge", "slide") else kind)
        text = f'<joint name="{name}" type="{kind}"'
        is_scalar = kind in ("hinge", "slide")
        if is_scalar:
            text += f' axis="{self.direction(3)}"'
        if kind != "free":
            text += self.some(0.5, f'pos="{self.reals(3, -0.1, 0.1)}"')
            if self.chance(0.4):
                high = {"hinge": 90, "slide": 0.3, "ball": 80}[kind] * self.rng.uniform(0.05, 1)
                low = 0 if kind == "ball" else -high * self.rng.uniform(-0.2, 1)
                text += f' range="{low:.5g} {high:.5g}"' + self.impedance("limit") + self.some(0.3, f'margin="{self.real(0, 0.2)}"')
                if is_scalar:
                    self.names["limited"].append(name)
        text += self.some(0.3, f'frictionloss="{self.power(-2, 1)}"' + self.impedance("friction"))
        text += self.some(0.4, f'damping="{self.poly(-2, 0)}"') + f' armature="{self.power(-2.5, -0.5)}"'
        text += self.some(0.3, f'stiffness="{self.poly(-1, 2)}"') + self.some(0.1, 'actuatorgravcomp="true"')
        if is_scalar:
            text += self.some(0.15, f'springref="{self.real(-0.3, 0.3)}"') + self.some(0.1, f'ref="{self.real(-0.2, 0.2)}"')
            text += self.some(0.15, f'actuatorfrcrange="-{self.power(-1, 1)} {self.power(-1, 1)}"')
        return text + f' group="{self.rng.randrange(3)}"/>'

    def surface(self, kind: str) -> str:
        text = f' condim="{self.pick((1, 3, 3, 4, 6))}"'
        text += self.some(0.5, f'friction="{self.real(0.1, 1.5)} {self.power(-3, -1)} {self.power(-4, -2)}"')
        text += self.some(0.25, f'margin="{self.real(0, 0.05)}"') + ("" if self.overrides else self.some(0.15, f'gap="{self.real(0, 0.05)}"'))
        text += self.some(0.1, f'priority="{self.rng.randrange(3)}"') + self.some(0.1, f'solmix="{self.pick(("0", self.real(0.1, 2)))}"')
        types, affinities = MASKS.get(kind, (1, 1))
        if kind not in ("cylinder", "ellipsoid") and self.chance(0.15):
            types, affinities = types & 12 | self.rng.randrange(4), self.rng.randrange(4)
        return text + f' contype="{types}" conaffinity="{affinities}"' + self.impedance()

    def geom(self) -> str:
        kind = self.pick(GEOMS)
        name = self.named("geom" if kind in GEOMS[:3] else "shape")
        count = {"sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3)
        text = f'<geom name="{name}" type="{kind}" size="{self.reals(count, 0.03, 0.15)}" pos="{self.reals(3, -0.1, 0.1)}"'
        text += self.some(0.6, f'quat="{self.direction(4)}"') + self.some(0.3, f'density="{self.power(2, 3.5)}"')
        if self.chance(0.15):
            text += ' fluidshape="ellipsoid"' + self.some(0.5, f'fluidcoef="{self.reals(5, 0, 2)}"')
        return text + self.surface(kind) + "/>"

    def site(self) -> str:
        kind = self.pick(("sphere", "capsule", "box", "ellipsoid", "cylinder"))
        text = f'<site name="{self.named("site")}" type="{kind}" size="{self.reals(3, 0.02, 0.2)}"'
        return text + f' pos="{self.reals(3, -0.15, 0.15)}" quat="{self.direction(4)}"/>'

    def camera(self) -> str:
        mode = self.pick(("fixed", "fixed", "track", "trackcom", "targetbody", "targetbodycom"))
        target = ' target="body0"' if mode.startswith("target") else ""
        name, light = self.named("camera"), ""
        if self.chance(0.4):
            light = f'<light pos="{self.reals(3, -1, 1)}" dir="{self.direction(3)}" mode="{mode}"{target}/>'
        place = f'pos="{self.reals(3, -1, 1)}" quat="{self.direction(4)}"'
        return f'<camera name="{name}" {place} mode="{mode}"{target} resolution="64 48" fovy="{self.real(20, 90)}"/>{light}'

    def body(self, depth: int, left: list[int]) -> str:
        left[0] -= 1
        place = f"{self.reals(2, -0.4, 0.4)} {self.real(0.02, 0.6)}" if depth == 0 else self.reals(3, -0.3, 0.3)
        text = f'<body name="{self.named("body")}" pos="{place}"' + self.some(0.5, f'quat="{self.direction(4)}"')
        text += self.some(0.2, f'gravcomp="{self.real(0, 1.2)}"') + ">"
        if depth == 0 and self.rng.random() < 0.4:
            text += self.joint("free")
        else:
            text += "".join(self.joint(kind) for kind in self.pick(JOINTS))
        if self.chance(0.15):
            text += f'<inertial pos="{self.reals(3, -0.05, 0.05)}" mass="{self.power(-1, 0.5)}" diaginertia=".02 .03 .025"'
            text += self.some(0.5, f'quat="{self.direction(4)}"') + "/>"
        text += "".join(self.geom() for _ in range(self.rng.randrange(1, 3)))
        text += "".join(self.site() for _ in range(self.rng.randrange(0, 3)))
        text += self.camera() if self.chance(0.15) else ""
        for _ in range(self.rng.randrange(0, 3)):
            if left[0] > 0 and depth < 5:
                text += self.body(depth + 1, left)
        return text + "</body>"

    def world(self) -> str:
        self.names["geom"].append("floor")
        text = f'<geom name="floor" type="plane" size="3 3 .1"{self.surface("plane")}/>' + self.site()
        if self.chance(0.15):
            text += f'<geom type="plane" size="0 0 .1" pos="0 0 -.1" quat="{self.direction(4)}"{self.surface("plane")}/>'
        text += self.geom() if self.chance(0.2) else ""
        text += self.camera() if self.chance(0.2) else ""
        if self.chance(0.3):
            place = f'pos="{self.reals(3, -0.5, 0.5)}" quat="{self.direction(4)}"'
            plane = f'<geom type="plane" size="1 1 .1" pos="0 0 -.5"{self.surface("plane")}/>' if self.chance(0.3) else ""
            child = f'<body pos="{self.reals(3, -0.2, 0.2)}">{self.geom()}{self.site()}</body>' if self.chance(0.3) else ""
            text += f'<body name="{self.named("mocap")}" mocap="true" {place}>{self.geom()}{plane}{self.site()}{child}</body>'
        left = [self.rng.randrange(1, 8)]
        while left[0] > 0:
            text += self.body(0, left)
        return text

    # equality constraints

    def tendon(self) -> str:
        if not self.names["scalar"]:
            return ""
        name = self.named("tendon")
        text = f'<fixed name="{name}"' + self.some(0.4, f'stiffness="{self.poly(0, 3)}"') + self.some(0.4, f'damping="{self.poly(-1, 1)}"')
        text += self.some(0.3, f'springlength="{self.pick((self.real(-0.1, 0.1), "-.05 .05"))}"')
        if self.chance(0.5):
            self.names["limited tendon"].append(name)
            low = self.rng.uniform(-0.3, 0.1)
            text += f' range="{low:.5g} {low + self.rng.uniform(0.01, 0.4):.5g}"' + self.impedance("limit")
            text += self.some(0.3, f'margin="{self.real(0, 0.2)}"')
        text += self.some(0.3, f'frictionloss="{self.power(-1, 1)}"' + self.impedance("friction"))
        text += self.some(0.3, f'armature="{self.power(-2, 0)}"') + self.some(0.2, f'actuatorfrcrange="-{self.power(-1, 1)} {self.power(-1, 1)}"')
        joints = [self.pick(self.names["scalar"]) for _ in range(self.rng.randrange(1, 4))]
        return text + ">" + "".join(f'<joint joint="{j}" coef="{self.real(-1, 1)}"/>' for j in joints) + "</fixed>"

    def equality(self) -> str:
        soft = self.impedance() + self.some(0.15, 'active="false"')
        kind, tied = self.pick((("connect", "body"), ("weld", "body"), ("connect", "site"), ("weld", "site"), ("joint", "scalar"), ("tendon", "tendon")))
        names = self.two(tied)
        if tied == "body" and self.names["mocap"] and self.chance(0.4):
            names = [self.pick(self.names["body"]), "mocap0"]
        if not names or (tied == "site" and len(names) < 2):
            return ""
        second = len(names) == 2 and (tied == "site" or self.rng.random() < 0.7)
        label = {"scalar": "joint"}.get(tied, tied)
        text = f'<{kind} {label}1="{names[0]}"' + (f' {label}2="{names[1]}"' if second else "")
        if kind in ("joint", "tendon"):
            return text + self.some(0.6, f'polycoef="{self.reals(5, -0.5, 1)}"') + soft + "/>"
        if kind == "weld":
            text += self.some(0.4, f'torquescale="{self.power(-1, 0.5)}"')
            if tied == "body":
                text += self.some(0.4, f'anchor="{self.reals(3, -0.1, 0.1)}"')
                text += self.some(0.4, f'relpose="{self.reals(3, -0.2, 0.2)} {self.direction(4)}"')
        elif tied == "body":
            text += f' anchor="{self.reals(3, -0.1, 0.1)}"'
        return f"{text}{soft}/>"

    def contact(self) -> str:
        text, names = "", self.two("geom")
        if len(names) == 2 and self.chance(0.4):
            text += f'<pair geom1="{names[0]}" geom2="{names[1]}" condim="{self.pick((1, 3, 4, 6))}"' + self.impedance()
            text += self.some(0.3, f'solreffriction="{self.power(-2, -1)} 1"') + self.some(0.4, f'margin="{self.real(0, 0.1)}"')
            text += self.some(0.3, f'gap="{self.real(0, 0.05)}"')
            text += self.some(0.5, f'friction="{self.reals(2, 0.2, 1.2)} {self.power(-3, -1)} {self.reals(2, 0.001, 0.01)}"') + "/>"
        bodies = self.two("body")
        if len(bodies) == 2 and self.chance(0.3):
            text += f'<exclude body1="{bodies[0]}" body2="{bodies[1]}"/>'
        return text
