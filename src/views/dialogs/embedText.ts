/** Texts of what Share gives for another page: the snippet, and what its readers see and may do. */
import type { Embed, Mode } from '../../sim/index.ts';

/** As much of a title as a screen reader should have to read out. */
const MAX_TITLE = 100;

export interface Snippet {
  /** The address, with the link. */
  readonly address: string;
  /** Of the scenario; it may be empty. */
  readonly title: string;
  /** Of the frame, CSS pixels. */
  readonly height: number;
}

/** What the frame may: run scripts, with an origin of its own, and open tabs. */
export const SANDBOX = 'allow-scripts allow-same-origin allow-popups';

/** The element that shows the link in another page. */
export function snippetText({ address, title, height }: Snippet): string {
  const characters = Array.from(title);
  const short = characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : title;
  const name = short.trim() === '' ? 'Spillway' : `${short} · Spillway`;
  return (
    `<iframe src="${escaped(address)}" title="${escaped(name)}" width="100%" height="${height}" ` +
    `sandbox="${SANDBOX}" loading="lazy" style="border: 0"></iframe>`
  );
}

/** As the value of an attribute in double quotes. Line breaks and other controls, also of direction, become spaces. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

export interface EmbedWords {
  readonly shown: string;
  readonly hidden: string;
  readonly locked: string;
}

/** What readers of the embed see, do not see, and cannot change: a sentence or two each. */
export function embedWords(mode: Mode, embed: Embed): EmbedWords {
  if (mode === 'learn') {
    return {
      shown:
        'The lesson’s text from this step on, and beside or below it the run with its policy, traffic and transport.',
      hidden: 'The header. Nothing that a reader does is saved.',
      locked: 'What each step locks, as on the page.',
    };
  }
  const tried = embed === 'try';
  if (mode === 'tune') {
    return {
      shown: `The title, the sentence, and the map, of one lane at a time${tried ? ', with the policy' : ''}.`,
      hidden: 'The traffic, the clients, the goals and the other charts.',
      locked: tried
        ? 'The traffic and which lanes there are. Readers may set what the map is drawn over, and n, T and the capacity.'
        : 'All settings. Readers may point at cells, and choose what is measured over what.',
    };
  }
  return {
    shown: `The title, the sentence, every lane’s charts and figures, and the transport${tried ? ', with the policy and Send' : ''}.`,
    hidden: `The header, ${tried ? '' : 'the policy, '}the traffic track and the details.`,
    locked: tried
      ? 'The traffic, the lanes and their options. Readers may change n, T and the capacity, send requests, play, step and zoom.'
      : 'Everything that would change the run. Readers may play, step and zoom.',
  };
}
