"""What the fields of `MjrContext` are: their docstrings, by name."""

_GROUPS = {
    "Width and height of shadow maps (pixels), as the model says.": "shadowSize",
    "Width of the offscreen frame (pixels).": "offWidth",
    "Height of the offscreen frame (pixels).": "offHeight",
    "Samples for each pixel of the offscreen frame, as the model says.": "offSamples",
    "Size of texts in percent: an mjtFontScale.": "fontScale",
    "Width of lines (pixels).": "lineWidth",
    "Distance at which shadows of directional lights end (m).": "shadowClip",
    "Share of a spot light's cone that casts shadows.": "shadowScale",
    "Distance at which fog begins (m).": "fogStart",
    "Distance at which fog hides everything (m).": "fogEnd",
    "Colour of fog.": "fogRGBA",
    "Number of textures of the model.": "ntexture",
    "Number of skins.": "nskin",
    "Kind of each texture: an mjtTexture.": "textureType",
    "Textures of each material by role, -1 for none.": "mat_texid",
    "Whether the texture of a material has a uniform size.": "mat_texuniform",
    "Repetitions of the texture of a material.": "mat_texrepeat",
    "Width of an auxiliary frame (pixels).": "auxWidth",
    "Height of an auxiliary frame (pixels).": "auxHeight",
    "Samples for each pixel of an auxiliary frame.": "auxSamples",
    "Width of the printable characters (pixels).": "charWidth",
    "Width of the printable characters of the big font (pixels).": "charWidthBig",
    "Height of a line of text (pixels).": "charHeight",
    "Height of a line of text in the big font (pixels).": "charHeightBig",
    "Whether the context can draw.": "glInitialized",
    "Whether the window has a frame.": "windowAvailable",
    "Samples for each pixel of the window.": "windowSamples",
    "Whether the window has frames for two eyes: 0.": "windowStereo",
    "Whether the window has two frames: 0.": "windowDoublebuffer",
    "The frame that is drawn into: an mjtFramebuffer.": "currentBuffer",
    "Order of the colours that `mjr_readPixels` writes: RGB or BGR.": "readPixelFormat",
    "Whether the near plane is 0 or 1 in the depth that `mjr_readPixels` writes: an mjtDepthMap.": "readDepthMap",
    "Number of a texture, counted from 1.": "texture",
    "Number of an OpenGL object: 0, because pictures are drawn without OpenGL.": """
        offFBO offFBO_r offColor offColor_r offDepthStencil offDepthStencil_r shadowFBO shadowTex auxFBO auxFBO_r auxColor auxColor_r
        skinvertVBO skinnormalVBO skintexcoordVBO skinfaceVBO basePlane baseMesh baseHField baseBuiltin baseFontNormal baseFontShadow
        baseFontBig rangePlane rangeMesh rangeHField rangeBuiltin rangeFont
    """,
}

#: Docstrings of the fields.
DOCS = {name: doc for doc, names in _GROUPS.items() for name in names.split()}
