"""From light on the lens to the picture in the phone: blur, vignette, cast, noise, tone, sharpening."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.scene import Scene
from datasets.textures import GAMMA, Picture


def develop(light: Picture, scene: Scene, rng: Generator) -> NDArray[np.uint8]:
    """Linear light, `finer` times too large -> height x width x 3 RGB, distorted as `Camera.distort` says."""
    camera, photo = scene.camera, scene.photo
    if scene.finer > 1:
        light = np.asarray(cv2.resize(light, (camera.width, camera.height), interpolation=cv2.INTER_AREA), np.float32)
    if camera.distortion:
        light = _distorted(light, scene)
    light *= photo.exposure * np.asarray(photo.cast, np.float32) * _falloff(scene)[..., None]
    if photo.defocus > 0.2:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), photo.defocus), np.float32)
    if photo.motion[0] > 1:
        light = np.asarray(cv2.filter2D(light, -1, _streak(*photo.motion)), np.float32)
    if photo.noise:
        for top in range(0, camera.height, 512):  # in strips: a 12-megapixel picture needs no second copy
            strip = light[top : top + 512]
            spread = photo.noise * np.sqrt(np.clip(strip, 0, 1) * 0.25 + 0.01)
            strip += spread * rng.standard_normal(strip.shape, dtype=np.float32)
    pixels = _toned(light)
    if photo.sharpen:
        soft = cv2.GaussianBlur(pixels, (0, 0), 1.2)
        pixels = np.asarray(cv2.addWeighted(pixels, 1 + photo.sharpen, soft, -photo.sharpen, 0), np.uint8)
    return pixels


def _toned(light: Picture) -> NDArray[np.uint8]:
    """sRGB with a soft shoulder: what is brighter than white paper doesn't clip at once."""
    np.clip(light, 0, None, out=light)
    knee = 0.8
    over = light > knee
    light[over] = knee + (1 - knee) * (1 - np.exp(-(light[over] - knee) / (1 - knee)))
    return np.round(np.power(light, 1 / GAMMA) * 255).astype(np.uint8)


def _distorted(light: Picture, scene: Scene) -> Picture:
    camera = scene.camera
    each = 16  # the map is smooth: reckoned at the middle of every cell of 16 x 16 pixels, between them linear
    wide, high = camera.width // each + 4, camera.height // each + 4  # one cell more on every side
    grid = np.stack(np.meshgrid(np.arange(wide), np.arange(high)), axis=-1) * float(each) - each / 2
    cells = (camera.source(np.asarray(grid, np.float64)) - 0.5).astype(np.float32)
    source = cv2.resize(cells, (wide * each, high * each), interpolation=cv2.INTER_LINEAR)
    x, y = (source[each : each + camera.height, each : each + camera.width, axis] for axis in (0, 1))
    return np.asarray(cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32)


def _falloff(scene: Scene) -> NDArray[np.floating[Any]]:
    """Vignette, and the shadow that someone leaning over the table throws."""
    camera, photo = scene.camera, scene.photo
    x = np.linspace(-1, 1, camera.width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, camera.height, dtype=np.float32)[:, None]
    fall = 1 - photo.vignette * (x**2 + y**2) / 2
    if photo.shade:
        degrees, place, strength = photo.shade
        across = x * np.cos(np.radians(degrees)) + y * np.sin(np.radians(degrees))
        fall *= 1 - strength / (1 + np.exp(-(across - (2 * place - 1)) * 14))
    return fall


def _streak(length: float, degrees: float) -> Picture:
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), np.float32)
    middle = size // 2
    off = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length / 2
    start, end = (np.round((middle + sign * off) * 16).astype(int) for sign in (-1, 1))
    cv2.line(kernel, tuple(map(int, start)), tuple(map(int, end)), (1.0,), 1, cv2.LINE_8, 4)
    return kernel / kernel.sum()
