/** The options of what is loaded when it is named: the format has their words, and each gets its texts from what it describes. */
import type { SystemWords } from './words.ts';

/** By option; one that is missing, or of no option, does not compile. */
export type OptionTexts<Option extends string> = Readonly<Record<Option, readonly [label: string, help: string]>>;

/** The words, with the texts of their options. */
export function withTexts<Option extends string>(words: SystemWords<string, Option>, texts: OptionTexts<Option>) {
  const knobs = words.knobs.map((knob) => {
    const [label, help] = texts[knob.id];
    return { ...knob, label, help };
  });
  return { ...words, knobs };
}
