/**
 * Colour arithmetic for the tests of the stylesheet: contrast, perceived distance, and what people who lack a cone see.
 *
 * Sources: contrast ratio and relative luminance, WCAG 2.2 (w3.org/TR/WCAG22); CIEDE2000 after Sharma, Wu and Dalal,
 * "The CIEDE2000 Color-Difference Formula", 2005; protanopia and deuteranopia after Machado, Oliveira and Fernandes, "A
 * Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1; tritanopia, for which that
 * model does not hold, after Brettel, Viénot and Mollon, "Computerized simulation of color appearance for dichromats",
 * 1997, in DaltonLens' matrices for sRGB. All are applied to linear light.
 */

/** Red, green, blue, each 0 to 1, in sRGB or in linear light as the name beside it says. */
export type ColourTriple = readonly [number, number, number];

type Matrix = readonly [ColourTriple, ColourTriple, ColourTriple];

export type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia';

/** `#rrggbb` as sRGB. */
export function fromHex(hex: string): ColourTriple {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (digits === null) throw new Error(`${hex} is not written as #rrggbb`);
  const part = (index: number): number => Number.parseInt(digits[index] ?? '', 16) / 255;
  return [part(1), part(2), part(3)];
}

function mapChannels(colour: ColourTriple, change: (part: number) => number): ColourTriple {
  return [change(colour[0]), change(colour[1]), change(colour[2])];
}

function dot(one: ColourTriple, other: ColourTriple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

function multiply(matrix: Matrix, colour: ColourTriple): ColourTriple {
  return [dot(matrix[0], colour), dot(matrix[1], colour), dot(matrix[2], colour)];
}

function linear(srgb: ColourTriple): ColourTriple {
  return mapChannels(srgb, (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
}

/** `top` at the given opacity over `under`, mixed in sRGB as browsers do. */
export function blend(top: ColourTriple, opacity: number, under: ColourTriple): ColourTriple {
  const mix = (index: 0 | 1 | 2): number => top[index] * opacity + under[index] * (1 - opacity);
  return [mix(0), mix(1), mix(2)];
}

export function contrast(one: ColourTriple, other: ColourTriple): number {
  const luminance = (colour: ColourTriple): number => {
    const [red, green, blue] = linear(colour);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const protanopia: Matrix = [
  [0.152286, 1.052583, -0.204868],
  [0.114503, 0.786281, 0.099216],
  [-0.003882, -0.048116, 1.051998],
];

const deuteranopia: Matrix = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];

/** Brettel's two half planes: one matrix projects colours on one side of the grey axis, the other one the rest. */
const tritanopia: { readonly one: Matrix; readonly other: Matrix; readonly normal: ColourTriple } = {
  one: [
    [1.01277, 0.13548, -0.14826],
    [-0.01243, 0.86812, 0.14431],
    [0.07589, 0.805, 0.11911],
  ],
  other: [
    [0.93678, 0.18979, -0.12657],
    [0.06154, 0.81526, 0.1232],
    [-0.37562, 1.12767, 0.24796],
  ],
  normal: [0.0396, -0.02831, -0.01129],
};

/** Linear light as it appears with that vision. */
function simulateVision(light: ColourTriple, vision: Vision): ColourTriple {
  if (vision === 'normal') return light;
  const side = dot(tritanopia.normal, light) >= 0 ? tritanopia.one : tritanopia.other;
  const matrix = { protanopia, deuteranopia, tritanopia: side }[vision];
  return mapChannels(multiply(matrix, light), (part) => Math.min(1, Math.max(0, part)));
}

/** L*, a*, b* under D65 of an sRGB colour, as seen with that vision. */
function lab(srgb: ColourTriple, vision: Vision): ColourTriple {
  const [x, y, z] = multiply(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    simulateVision(linear(srgb), vision),
  );
  const root = (part: number): number => (part > 216 / 24_389 ? Math.cbrt(part) : ((24_389 / 27) * part + 16) / 116);
  const [fx, fy, fz] = [root(x / 0.95047), root(y), root(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** CIEDE2000 between two L*a*b* colours, kL = kC = kH = 1. */
export function ciede2000([l1, a1, b1]: ColourTriple, [l2, a2, b2]: ColourTriple): number {
  const degrees = Math.PI / 180;
  const seventh = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const stretch = 1.5 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) / 2;
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const hue = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / degrees + 360) % 360);
  const [h1, h2] = [hue(a1 * stretch, b1), hue(a2 * stretch, b2)];

  const grey = c1 * c2 === 0;
  const turn = h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const dH = grey ? 0 : 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degrees);
  const sum = h1 + h2;
  const meanHue = grey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? sum / 2 + 180 : sum / 2 - 180;
  const cosine = (factor: number, shift: number): number => Math.cos((factor * meanHue + shift) * degrees);

  const meanL = (l1 + l2) / 2;
  const meanC = (c1 + c2) / 2;
  const T = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const lightness = (l2 - l1) / (1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * meanC);
  const hueTerm = dH / (1 + 0.015 * meanC * T);
  const rotation = -2 * seventh(meanC) * Math.sin(60 * Math.exp(-(((meanHue - 275) / 25) ** 2)) * degrees);
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hueTerm ** 2 + rotation * chroma * hueTerm);
}

/** How far apart two sRGB colours look with that vision. */
export function perceivedDistance(one: ColourTriple, other: ColourTriple, vision: Vision): number {
  return ciede2000(lab(one, vision), lab(other, vision));
}
