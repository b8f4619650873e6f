/** The run as a report to save or to copy, with what a change of it would do. */
import { useMemo, useState, type ReactElement } from 'react';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { isFutureHidden } from '../../store/selectors.ts';
import { tryCopy } from '../files/copyText.ts';
import { fileName, saveBlob } from '../files/saveFile.ts';
import { useSaid } from '../hooks/useSaid.ts';
import { svgOf } from '../picture/picture.ts';
import { HiddenResults } from '../text/NothingShown.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { ChangeChoice } from './ChangeChoice.tsx';
import { htmlOf } from './html.ts';
import { markdownOf } from './markdown.ts';
import { reportOf, reportTitle } from './report.ts';
import styles from './ReportDialog.module.css';
import { ReportPreview } from './ReportPreview.tsx';
import { useChange, type ChosenChange } from './useChange.ts';
import { useReportedRun } from './useReportedRun.ts';

const FORMATS = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
] as const;
type Format = (typeof FORMATS)[number]['value'];

const ABOUT: Readonly<Record<Format, string>> = {
  markdown:
    'For pull requests and wikis. The picture is a file of its own: save it as well and put it beside the text, or drop it into the pull request where the text names it.',
  html: 'One page with the picture in it, to print or to send.',
};
const TYPES: Readonly<Record<Format, string>> = { markdown: 'text/markdown', html: 'text/html' };
const ENDINGS: Readonly<Record<Format, string>> = { markdown: 'md', html: 'html' };

const NO_CLIPBOARD = 'The browser does not let the page write to the clipboard. Save the file instead.';
const LOST = 'There is no run to report. Close this and run it again.';

export default function ReportDialog(): ReactElement {
  const actions = useActions();
  const { said, say } = useSaid();
  const lanes = useAppState(({ result, scenario }) => (result?.scenario ?? scenario).lanes);
  const hidden = useAppState(isFutureHidden);
  const { reported, lost } = useReportedRun();
  const [chosen, setChosen] = useState<ChosenChange | null>(null);
  const { change, other, problem } = useChange(chosen);
  const past = useAppState(({ history }) => history.past);
  const [format, setFormat] = useState<Format>('markdown');
  const [refused, setRefused] = useState(false);
  // While a comparison is worked out there is nothing to save that lacks it.
  const blocks = useMemo(
    () => (reported === null || (chosen !== null && change === null) ? null : reportOf(reported.run, change)),
    [reported, chosen, change],
  );
  const ready = hidden || reported === null || blocks === null ? null : { ...reported, blocks };

  const textOf = ({ run, picture, blocks: written }: NonNullable<typeof ready>): string =>
    format === 'markdown'
      ? markdownOf(written, fileName(run.scenario.title, 'svg'))
      : htmlOf(reportTitle(run.scenario), written, svgOf(picture));
  const save = (content: string, type: string, name: string): void => {
    saveBlob(new Blob([content], { type }), name);
    say(`Saved as ${name}.`);
  };
  const saveReport = (of: NonNullable<typeof ready>): void =>
    save(textOf(of), TYPES[format], fileName(of.run.scenario.title, ENDINGS[format], 'report'));
  const savePicture = ({ run, picture }: NonNullable<typeof ready>): void =>
    save(svgOf(picture), 'image/svg+xml', fileName(run.scenario.title, 'svg'));
  const copy = async (of: NonNullable<typeof ready>): Promise<void> => {
    const copied = await tryCopy(textOf(of));
    setRefused(!copied);
    say(copied ? 'Report copied.' : '');
  };

  return (
    <Dialog
      open
      onClose={() => actions.openDialog(null)}
      title="Report"
      width={800}
      fullScreenOnPhone
      said={said}
      actions={
        hidden ? undefined : (
          <>
            <Button variant="primary" disabled={ready === null} onClick={() => ready && saveReport(ready)}>
              Save report
            </Button>
            {format === 'markdown' && (
              <Button disabled={ready === null} onClick={() => ready && savePicture(ready)}>
                Save picture
              </Button>
            )}
            <Button disabled={ready === null} onClick={() => void (ready && copy(ready))}>
              Copy
            </Button>
          </>
        )
      }
    >
      {hidden ? (
        <HiddenResults />
      ) : (
        <div className={styles['report']}>
          <ChangeChoice lanes={lanes} past={past} chosen={chosen} other={other} onChoose={setChosen} />
          <div className={styles['row']}>
            <SegmentedControl label="Kind of file" options={FORMATS} value={format} onChange={setFormat} />
            <p className={styles['about']}>{ABOUT[format]}</p>
          </div>
          <p role="status" className={styles['trouble']}>
            {lost ? LOST : (problem ?? (refused ? NO_CLIPBOARD : null))}
          </p>
          {ready !== null && <ReportPreview blocks={ready.blocks} picture={ready.picture} />}
        </div>
      )}
    </Dialog>
  );
}
