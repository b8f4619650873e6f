/** The roles and names that assistive technology and tests rely on. Behaviour needs a browser: see e2e/. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button, IconButton } from './Button.tsx';
import { Checkbox } from './Checkbox.tsx';
import { Disabled } from './Disabled.tsx';
import { Glyph } from './Glyph.tsx';
import { LogSlider } from './LogSlider.tsx';
import { NoticeBar } from './NoticeBar.tsx';
import { NumberField } from './NumberField.tsx';
import { ProgressBar } from './ProgressBar.tsx';
import { Select } from './Select.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TextField } from './TextField.tsx';

const noop = (): void => {};

/** The first element that matches, without its class, style and content. */
function tag(element: ReactElement, name: string): string {
  const found = new RegExp(`<${name}\\b[^>]*>`).exec(renderToStaticMarkup(element))?.[0] ?? '';
  return found.replace(/ (class|style)="[^"]*"/g, '');
}

describe('a button', () => {
  it('is named by its text, or by its label', () => {
    expect(renderToStaticMarkup(<Button>Share</Button>)).toBe('<button type="button" class="button">Share</button>');
    expect(tag(<Button label="Scenario: Edge burst">Edge burst</Button>, 'button')).toBe(
      '<button type="button" aria-label="Scenario: Edge burst">',
    );
    expect(tag(<IconButton label="Next decision" glyph="next" />, 'button')).toBe(
      '<button title="Next decision" type="button" aria-label="Next decision">',
    );
    expect(tag(<IconButton label="Next decision" shortcut="→" glyph="next" />, 'button')).toBe(
      '<button title="Next decision (→)" type="button" aria-label="Next decision">',
    );
  });

  it('stays focusable while disabled', () => {
    expect(tag(<Button disabled>Redo</Button>, 'button')).toBe('<button type="button" aria-disabled="true">');
  });

  it('says whether it is pressed', () => {
    expect(tag(<Button pressed={false}>Count</Button>, 'button')).toBe('<button type="button" aria-pressed="false">');
  });

  it('has a glyph that screen readers skip', () => {
    expect(tag(<Glyph name="denied" />, 'svg')).toBe(
      '<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">',
    );
  });
});

describe('the policy', () => {
  it('has a slider', () => {
    const slider = (
      <LogSlider
        label="Capacity"
        stops={[1, 2, 5, 10]}
        value={5}
        valueText="5 requests, follows n"
        hollow
        onInput={noop}
      />
    );
    expect(tag(slider, 'div [^>]*role')).toBe(
      '<div role="slider" tabindex="0" aria-label="Capacity" aria-valuemin="1" aria-valuemax="10" aria-valuenow="5"' +
        ' aria-valuetext="5 requests, follows n" aria-orientation="horizontal">',
    );
  });

  it('has a text field that is a spin button', () => {
    const field = (
      <NumberField
        label="Limit n"
        hideLabel
        value={10}
        min={1}
        max={1_000_000}
        parse={() => ({ error: 'not asked' })}
        onInput={noop}
      />
    );
    expect(tag(field, 'input')).toContain('type="text" role="spinbutton"');
    expect(tag(field, 'input')).toContain(
      'aria-label="Limit n" aria-valuenow="10" aria-valuemin="1" aria-valuemax="1000000"',
    );
    expect(tag(field, 'input')).toContain('value="10"');
    expect(renderToStaticMarkup(field)).not.toContain('<label');
  });

  it('reads out a number as it is shown, with its unit', () => {
    const field = (seconds: number, unit?: string): string =>
      tag(
        <NumberField
          label="Latency"
          value={seconds}
          min={0}
          max={10}
          parse={() => ({ error: 'not asked' })}
          format={(value) => String(value * 1_000)}
          unit={unit}
          onInput={noop}
        />,
        'input',
      );
    expect(field(0.0005, 'milliseconds')).toContain('aria-valuenow="0.0005"');
    expect(field(0.0005, 'milliseconds')).toContain('aria-valuetext="0.5 milliseconds"');
    expect(field(0.001, 'milliseconds')).toContain('aria-valuetext="1 millisecond"');
    expect(field(0.01)).toContain('aria-valuetext="10"');
  });

  it('has a select and a checkbox', () => {
    const select = (
      <Select label="Unit of T" hideLabel value="s" options={[{ value: 's', label: 's' }]} onChange={noop} />
    );
    expect(tag(select, 'select')).toContain('aria-label="Unit of T"');
    expect(renderToStaticMarkup(<Checkbox label="Follows n" checked onChange={noop} />)).toMatch(
      /<label[^>]*><input[^>]* type="checkbox" checked=""\/>.*Follows n<\/label>/,
    );
  });
});

describe('a field of a form', () => {
  it('is named by its visible label', () => {
    const markup = renderToStaticMarkup(<TextField label="Title" value="Edge burst" onInput={noop} />);
    const id = / id="([^"]+)"/.exec(markup)?.[1] ?? '';
    expect(markup).toContain(`for="${id}">Title</label>`);
    expect(markup).not.toContain('aria-label');
  });

  it('is described by its error', () => {
    const markup = renderToStaticMarkup(<TextField label="Title" value="" error="Title is empty." onInput={noop} />);
    const id = /aria-describedby="([^"]+)"/.exec(markup)?.[1] ?? '';
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).toMatch(new RegExp(`<p id="${id}"[^>]*>.*Title is empty.</p>`));
  });

  it('is read-only without an input listener', () => {
    expect(tag(<TextField label="Link" value="#1.q1Yq" />, 'input')).toContain('readOnly=""');
  });

  it('says why it cannot be used where it is disabled', () => {
    const disabled = (control: ReactElement) => tag(<Disabled why="Locked in this step.">{control}</Disabled>, 'input');
    expect(disabled(<TextField label="Name" value="A" onInput={noop} />)).toContain(
      'readOnly="" aria-disabled="true" title="Locked in this step."',
    );
    const choice = { label: 'Mode', options: [{ value: 'run', label: 'Run' }], value: 'run', onChange: noop };
    expect(disabled(<SegmentedControl {...choice} />)).toMatch(/ disabled="" title="Locked in this step\."/);
  });
});

describe('what is announced', () => {
  it('has its region before there is anything to announce', () => {
    expect(tag(<StatusLine text="" />, 'output')).toMatch(/ aria-live="polite" aria-atomic="false">$/);
    expect(tag(<NoticeBar text={null} />, 'p')).toBe('<p role="alert" aria-live="assertive">');
  });

  it('is the sentence alone: the buttons are beside it', () => {
    const notice = (
      <NoticeBar text="This link ends too early." actions={[{ label: 'Copy it', onPress: noop }]} onDismiss={noop} />
    );
    expect(renderToStaticMarkup(notice)).toMatch(/role="alert"[^>]*>This link ends too early\.<\/p>/);
    expect(renderToStaticMarkup(notice)).toMatch(
      /<\/p><div[^>]*><button[^>]*>Copy it<\/button><button[^>]*aria-label="Dismiss"/,
    );
  });

  it('has a sign only where something is wrong', () => {
    expect(renderToStaticMarkup(<NoticeBar text="This link ends too early." />)).toContain('<svg');
    expect(renderToStaticMarkup(<NoticeBar text="Opened “Spikes” from a file." done />)).not.toContain('<svg');
  });

  it('reserves the space of the progress bar', () => {
    expect(renderToStaticMarkup(<ProgressBar label="" value={null} />)).toMatch(/^<div class="[^"]+"><\/div>$/);
    expect(tag(<ProgressBar label="1.2 of 5.0 million decisions" value={0.24} />, 'progress')).toBe(
      '<progress value="0.24" max="1" aria-label="1.2 of 5.0 million decisions">',
    );
  });
});
