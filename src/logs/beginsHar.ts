/** How a HAR begins: for its reader, and for the page, which hands files to the readers of logs. */

/** JSON lines may begin with a `log`, too: with its level in ECS, with its file from Filebeat. */
export function beginsHar(text: string): boolean {
  return /^\s*\{\s*"log"\s*:\s*\{\s*"(?:version|creator|browser|pages|entries|comment)"/.test(text);
}
