/** The look of all pictures: the light theme, whatever the page's is, for they go where paper is white. */
import type { ChartTheme } from '../charts/chartTheme.ts';

/** As in `styles/tokens.css`, where a test compares them; and a font that most machines have, or one as wide. */
export const PICTURE_THEME: ChartTheme = {
  bg: '#f3f5f7',
  surface: '#ffffff',
  sunken: '#e9ecf0',
  line: '#d7dce2',
  grid: '#e8ebef',
  ink: '#14181f',
  ink2: '#4a5361',
  control: '#6e7885',
  admitted: '#005fb3',
  delayed: '#ba7d00',
  denied: '#ad2c00',
  font: "Arial, 'Liberation Sans', Helvetica, 'DejaVu Sans', sans-serif",
};
