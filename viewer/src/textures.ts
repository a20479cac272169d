/** Textures of a model, fetched once. */
import {
  CubeTexture, DataTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace, RepeatWrapping, RGBAFormat, SRGBColorSpace, UnsignedByteType, type Texture,
} from 'three';
import { isSoftware } from './software.ts';
import { decodeTexture, type TextureData } from './surface.ts';
import { TextureKind } from './protocol.generated.ts';

/** A texture and its kind. */
export interface Loaded {
  kind: number;
  texture: Texture;
}

/** Textures of one model by their numbers. */
export class Textures {
  /** Number of open requests. */
  pending = 0;
  private readonly known = new Map<number, Loaded | null>();

  /** `arrived` is called when a texture is loaded, or with its error. */
  constructor(
    private readonly fetchBytes: (path: string) => Promise<ArrayBuffer>,
    private readonly arrived: (id: number, error?: unknown) => void,
  ) {}

  /** The texture if it is loaded. The first call requests it. */
  get(id: number): Loaded | null {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    this.known.set(id, null);
    this.load(id).then(() => this.arrived(id), (error: unknown) => this.arrived(id, error));
    return null;
  }

  dispose(): void {
    for (const loaded of this.known.values()) loaded?.texture.dispose();
    this.known.clear();
  }

  private async load(id: number): Promise<void> {
    this.pending++;
    try {
      const data = decodeTexture(await this.fetchBytes(`texture/${id}`));
      this.known.set(id, { kind: data.kind, texture: data.kind === TextureKind.TwoD ? flat(data) : cube(data) });
    } finally {
      this.pending--;
    }
  }
}

function filtered<T extends Texture>(texture: T): T {
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.flipY = false;
  texture.needsUpdate = true;
  return texture;
}

function flat(data: TextureData): Texture {
  const texture = new DataTexture(data.faces[0] as Uint8Array<ArrayBuffer>, data.width, data.height, RGBAFormat, UnsignedByteType);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.anisotropy = isSoftware() ? 1 : 4;
  texture.colorSpace = data.isSrgb ? SRGBColorSpace : NoColorSpace;
  return filtered(texture);
}

function cube(data: TextureData): Texture {
  const faces = data.faces.map((face) => {
    const image = new DataTexture(face as Uint8Array<ArrayBuffer>, data.width, data.height, RGBAFormat, UnsignedByteType);
    image.needsUpdate = true;
    return image;
  });
  const texture = new CubeTexture(faces as unknown as HTMLImageElement[]);
  texture.format = RGBAFormat;
  texture.type = UnsignedByteType;
  texture.colorSpace = NoColorSpace;
  return filtered(texture);
}
