/** The gallery: scenarios that others added, read when its dialog is first opened. */
import { readGalleryFile, type GalleryItem } from '../sim/index.ts';

export interface Gallery {
  readonly items: readonly GalleryItem[];
  /** What is wrong, a few sentences for each file; the other files are shown. */
  readonly problems: readonly string[];
}

/** All files of the gallery, as the build puts them beside the page: their texts by their names. */
const GALLERY = 'gallery/index.json';

let loaded: Promise<Gallery> | null = null;

/** The gallery, fetched once for as long as nothing is wrong with it. Never rejects. */
export function loadGallery(): Promise<Gallery> {
  loaded ??= fetchText(GALLERY)
    .then(readGallery, () => readGallery(''))
    .then((gallery) => {
      if (gallery.problems.length > 0) loaded = null;
      return gallery;
    });
  return loaded;
}

/** Reads the texts of all files, by their names. Never throws, whatever they are. */
export function readGallery(content: string): Gallery {
  const texts = textsByName(content);
  if (texts === null) return { items: [], problems: ['Scenarios from others could not be loaded.'] };
  const read = Object.entries(texts).map(([file, text]) => readGalleryFile(file, text));
  return {
    items: read.flatMap((each) => (each.ok ? [each.item] : [])),
    problems: read.flatMap((each) => (each.ok ? [] : [each.message])),
  };
}

/** Null if the content is something else, such as a host's page for missing files. */
function textsByName(content: string): Readonly<Record<string, string>> | null {
  try {
    const texts: unknown = JSON.parse(content);
    if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return null;
    return Object.values(texts).every((text) => typeof text === 'string') ? (texts as Record<string, string>) : null;
  } catch {
    return null;
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return response.text();
}
