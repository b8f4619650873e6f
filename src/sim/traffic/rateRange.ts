/** `1 to 20 a second`; if no single unit suits both, `3.6 an hour to 2 a second`. */
export function rateRangeText(
  [first, last]: readonly [number, number],
  format: (rate: number) => string,
  separator: string,
): string {
  const parts = (rate: number): readonly string[] => /^([\d.,]+)(.*)$/.exec(format(rate))?.slice(1) ?? [];
  const [figure, unit] = parts(first);
  const [end, endUnit] = parts(last);
  if (last === 0) return `${figure}${unit}${separator}0`;
  return first === 0 || unit === endUnit
    ? `${figure}${separator}${end}${endUnit}`
    : `${figure}${unit}${separator}${end}${endUnit}`;
}
