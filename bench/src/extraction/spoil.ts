import sharp from 'sharp';
import type { Chance } from './chance.ts';
import { type ColorPicture, pack, unpack, warp } from './warp.ts';

/** Degradation of an image, for example blur or rotation. */
export type Spoiling = {
  name: string;
  spoil: (png: Buffer, chance: Chance) => Promise<Buffer>;
};

/** Image as a flatbed scanner returns it. */
export const CLEAN: Spoiling = {
  name: 'clean scan',
  spoil: async (png) => await sharp(png).jpeg({ quality: 90 }).toBuffer(),
};

export const SPOILINGS: readonly Spoiling[] = [
  { name: 'turned ±7°', spoil: turned },
  {
    name: 'on its side',
    spoil: async (png, chance) =>
      await sharp(png)
        .rotate(chance.pick([90, 180, 270]))
        .jpeg({ quality: 85 })
        .toBuffer(),
  },
  { name: 'perspective', spoil: fromAside },
  { name: 'JPEG 30', spoil: async (png) => await sharp(png).jpeg({ quality: 30 }).toBuffer() },
  {
    name: 'blur',
    spoil: async (png) => await sharp(png).blur(1.4).jpeg({ quality: 80 }).toBuffer(),
  },
  {
    name: 'noise',
    spoil: async (png, chance) => await changed(png, (one) => addNoise(one, chance, 22)),
  },
  {
    name: 'shadow',
    spoil: async (png, chance) => await changed(png, (one) => addShadow(one, chance)),
  },
  { name: '120 dpi', spoil: coarse },
  { name: 'phone photo', spoil: photographed },
];

async function turned(png: Buffer, chance: Chance): Promise<Buffer> {
  const angle = (chance.next() * 2 - 1) * 7;
  return await sharp(png).rotate(angle, { background: '#8d8a84' }).jpeg({ quality: 85 }).toBuffer();
}

/** Scale of a card, which is scanned at 300 dpi because it is smaller than a page. */
const CARD_AT_300 = (3.375 * 300) / 120;

async function coarse(png: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const inches = width > height ? CARD_AT_300 : 8.5;
  return await sharp(png)
    .resize({ width: Math.round(inches * 120) })
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function changed(png: Buffer, change: (picture: ColorPicture) => void): Promise<Buffer> {
  const picture = await unpack(png);
  change(picture);
  return await pack(picture, 85);
}

async function fromAside(png: Buffer, chance: Chance): Promise<Buffer> {
  return await pack(warp(await unpack(png), { chance, tilt: 0.05, margin: 0.04 }), 85);
}

/** Simulates a photograph: at an angle, in uneven light and slightly blurred. */
async function photographed(png: Buffer, chance: Chance): Promise<Buffer> {
  const picture = warp(await unpack(png), { chance, tilt: 0.035, margin: 0.08 });
  addShadow(picture, chance);
  addNoise(picture, chance, 9);
  const angle = (chance.next() * 2 - 1) * 4;
  return await sharp(await pack(picture, 95))
    .rotate(angle, { background: '#75624d' })
    .blur(0.8)
    .jpeg({ quality: 72 })
    .toBuffer();
}

function addNoise({ data }: ColorPicture, chance: Chance, strength: number): void {
  for (let at = 0; at < data.length; at += 3) {
    const add = (chance.next() + chance.next() + chance.next() - 1.5) * strength * 2;
    for (let color = at; color < at + 3; color++) data[color] = clamp((data[color] ?? 0) + add);
  }
}

/** Adds a brightness gradient, and the edge of a shadow. */
function addShadow({ data, width, height }: ColorPicture, chance: Chance): void {
  const angle = chance.next() * Math.PI * 2;
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const edge = (chance.next() - 0.5) * 0.5;
  const depth = 0.35 + chance.next() * 0.2;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x / width - 0.5) * across + (y / height - 0.5) * down;
      const slope = 1 - 0.25 * (along + 0.5);
      const shade = 1 - depth / (1 + Math.exp(-(along - edge) * 60));
      const at = (y * width + x) * 3;
      for (let color = at; color < at + 3; color++)
        data[color] = clamp((data[color] ?? 0) * slope * shade);
    }
  }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value));
}
