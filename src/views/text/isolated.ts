/** A text that may be written from right to left, beside others. */

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** What has letters written from right to left is isolated, so that the numbers beside it stay where they are. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Characters that turn the text around them; not those that isolate, which turn nothing. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066\u2067]+/gu;

export function withoutTurning(text: string): string {
  return text.replace(TURNING, '');
}
