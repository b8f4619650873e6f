/**
 * Puts the sentence of a first visit into the page's first paint, where the app shows it: it is the most text there is on a
 * phone, and needs no script. boot.js says whether this is a first visit.
 */
import type { Plugin } from 'vite';
import { firstPreset, presetScenario } from '../sim/index.ts';
import { plainNotes } from '../views/caption/notesMarkup.ts';

const PLACE = '<div class="boot-caption"></div>';

export function firstSentence(): Plugin {
  return {
    name: 'spillway:first-sentence',
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        if (!html.includes(PLACE)) throw new Error(`The page has no ${PLACE}.`);
        const sentence = plainNotes(presetScenario(firstPreset).notes);
        return html.replace(PLACE, () => `<div class="boot-caption"><p>${escaped(sentence)}</p></div>`);
      },
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
