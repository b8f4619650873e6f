/** The lanes of a preset that shows what a defect does: the published and the corrected edition side by side. */
export function publishedAndCorrected(limiter: string): readonly object[] {
  return [{ limiter, edition: 'published' }, { limiter }];
}
