/** What stands above and below what a picture shows: title and parameters; the sentence, and the link. */
import type { Scenario } from '../../sim/index.ts';
import { parseNotes } from '../caption/notesMarkup.ts';
import { writtenForText } from '../caption/sentenceText.ts';
import { formatLimit, formatLongRun } from '../format/rates.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { clusterItems } from '../text/clusterText.ts';
import { lackedRequestsText, recordingNames } from '../text/linkText.ts';
import { phaseText } from '../text/phaseText.ts';
import type { Picture, PicturePart } from './picture.ts';
import { PICTURE_WIDTH, spacePart, textPart } from './textPart.ts';

/** Where the run is opened again, or why no link can hold it. */
export type PictureLink = { readonly address: string } | { readonly missing: string };

/** More phases than this would be a list of numbers, which the link says better. */
const MAX_PHASES = 8;
/** A longer link would be a page of letters that nobody types. */
const LONGEST_SHOWN = 1_200;

const TITLE = { size: 18, bold: true, line: 24, below: 2, most: 2 } as const;
const PARAMETERS = { size: 12, line: 17, secondary: true, most: 3 } as const;
const SENTENCE = { size: 13, line: 19, most: 6 } as const;
const NOTE = { size: 11, line: 16, secondary: true, most: 4 } as const;
const LINK = { size: 10, line: 14, secondary: true, most: 16 } as const;

export interface PictureContent {
  readonly scenario: Scenario;
  /** `32 requests`. */
  readonly requests: string;
  readonly parts: readonly PicturePart[];
  /** What the marks mean. */
  readonly legend: string;
  readonly link: PictureLink;
  /** The figures in words, for those who do not see it. */
  readonly description: string;
}

/** A picture with all that it takes to understand it elsewhere. */
export function framedPicture({ scenario, requests, parts, legend, link, description }: PictureContent): Picture {
  const { n, T, capacity } = scenario.policy;
  const values = { n, T, capacity: capacity ?? n };
  const title = scenario.title.trim() === '' ? 'Untitled' : scenario.title;
  const policy = `${formatLimit(values)}, ${formatLongRun(values)}`;
  const traffic = trafficText(scenario, requests);
  // Whoever sees rows of nodes, or a store that did not answer, must read of what: the page's Cluster tab is not there.
  const cluster = scenario.cluster === undefined ? [] : clusterItems(scenario.cluster);
  return {
    title,
    description: [policy, traffic, ...cluster, description, legend].filter(Boolean).join('\n'),
    ...('address' in link ? { address: link.address } : {}),
    width: PICTURE_WIDTH,
    parts: [
      spacePart(20),
      ...textPart(title, TITLE),
      ...textPart(policy, PARAMETERS),
      ...[traffic, ...cluster].flatMap((line) => textPart(line, PARAMETERS)),
      spacePart(8),
      ...parts,
      spacePart(12),
      ...sentenceParts(scenario),
      ...textPart(legend, NOTE),
      ...linkParts(link, recordingNames(scenario)),
      spacePart(16),
    ],
  };
}

/** `32 requests: steady, 10 a second, 9 s to 9.95 s; burst, 100 at 58 s` */
export function trafficText({ traffic }: Pick<Scenario, 'traffic'>, requests: string): string {
  if (traffic.length === 0) return requests;
  const phases = traffic.length > MAX_PHASES ? pluralize(traffic.length, 'phase') : traffic.map(phaseText).join('; ');
  return `${requests}: ${phases}`;
}

/** Without links to instants, which a picture has none of; with the policy that it speaks of, where that is another one. */
function sentenceParts(scenario: Scenario): readonly PicturePart[] {
  const text = parseNotes(scenario.notes)
    .flatMap(({ kind, lines }) =>
      lines.map(({ inlines }) => (kind === 'list' ? '• ' : '') + inlines.map((inline) => inline.text).join('')),
    )
    .join(' ');
  const policy = writtenForText(scenario);
  return [
    ...textPart(text, { ...SENTENCE, below: 6 }),
    ...(policy === null ? [] : textPart(`The sentence was written for ${policy}.`, { ...NOTE, below: 6 })),
  ];
}

/** @param recordings that the link only names */
function linkParts(link: PictureLink, recordings: readonly string[]): readonly PicturePart[] {
  if ('missing' in link) return textPart(link.missing, NOTE);
  const { address } = link;
  const href = /^https?:\/\//.test(address) ? { href: address } : {};
  const shown =
    address.length > LONGEST_SHOWN
      ? textPart(
          `The link of this run has ${formatCount(address.length)} characters, too many to be printed. An SVG file holds it in its description.`,
          { ...NOTE, ...href },
        )
      : textPart(`Open this run: ${address}`, { ...LINK, ...href });
  return recordings.length === 0 ? shown : [...shown, ...textPart(lackedRequestsText('The link', recordings), NOTE)];
}
