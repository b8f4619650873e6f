/** The rooms: the feature folders of the views, each with those that it may import. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  caption: [],
  cluster: [],
  compare: ['caption'], // the line of disagreements
  // the transport, an edition's defects, the palette, pictures, a link as a code, reports, what is searched, the log, the request in a sentence, the works
  dialogs: ['dock', 'lane', 'learn', 'palette', 'picture', 'qr', 'report', 'search', 'teach', 'tune', 'why', 'works'],
  dock: [],
  fairness: [],
  heard: [],
  header: ['caption'], // behind a button where the window is low
  lane: [],
  lanes: [],
  learn: [],
  messages: ['picture'], // of a diagram
  palette: ['search'],
  picture: ['caption', 'print', 'traffic'], // the notes' markup, figures in sentences, phases in words
  policy: [],
  qr: [],
  print: ['caption', 'traffic'], // the notes' markup, phases in words
  // the notes' markup, figures, shares, pictures, what was before
  report: ['caption', 'compare', 'fairness', 'picture', 'works'],
  search: [],
  teach: ['learn', 'print', 'qr', 'traffic'], // bets and quantities in words; the lesson's link as a code; charts of another size; phases in words
  track: ['traffic'], // the names of phases
  tune: ['picture', 'traffic'], // of the map; a recording's place in the run
  traffic: ['script'], // the code editor
  why: ['messages'], // those of the selected request
  works: [],
};

/** Packages that one folder of the views uses. */
export const ROOM_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  palette: ['cmdk'],
  qr: ['uqr'],
  tune: ['recharts'],
};
