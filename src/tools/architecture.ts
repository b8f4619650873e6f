/** What may import what, and which names are forbidden where, as tables. `architectureCheck.ts` applies them. */

interface Layer {
  readonly files: string;
  /** The sentence that a violation ends with. */
  readonly rule: string;
  readonly imports: readonly string[];
  /** Allowed for their types only. */
  readonly typeImports?: readonly string[];
  readonly packages?: readonly string[];
}

const BASICS =
  'src/sim/{time,ticks,math,random,numberFormat,quantityFormat,csv,fnv,slices,sources,search,sha256,verdict,arrivals,ownCodeError,deflate}.ts';
const CONTRACT = 'src/sim/limiters/{limiter,picture,story}.ts';
const CATALOGUE = 'src/sim/catalogue.ts';
/** What the format says of what is loaded when it is named, and how its options get their texts; what loads it. */
const SYSTEM_WORDS = 'src/sim/systems/{words,texts}.ts';
const LOAD_SYSTEMS = 'src/sim/systems/load.ts';
/** What the schema of a kind of traffic is written in. */
const FORMAT_KIT = 'src/sim/scenario/{schema,problem,policy,entryFields,base64url}.ts';
const COMMANDS = 'src/sim/cluster/command.ts';
/** The simulator's two entry points: documents, words and types for everyone; running and inspecting for all but the page. */
const SIM = 'src/sim/index.ts';
const ENGINE = 'src/sim/{engine,openLoopEngine}.ts';
/** Many runs, few figures: goals, maps, the search for a limit. */
const TUNE = 'src/tune/**';
/** What of tuning the page does itself: goals in words, what can be varied in a lane, another log, what stamps can tell. */
const TUNE_BASICS = 'src/tune/{cell,goals,heldOut,identifiable,setting}.ts';
const IDENTIFIABLE = 'src/tune/identifiable.ts';
/** Laws in words, and the search for the shortest traffic that breaks one. */
const FIND = 'src/find/**';
/** What of the finder the page does itself: how far a search may look. */
const FIND_BASICS = 'src/find/effort.ts';
/** Readers of access logs. */
const LOGS = 'src/logs/**';
/** Config text of real systems: what is asked of it, and the types of its answers. */
const CONFIGS = 'src/configs/index.ts';
/** Terms in plain words. */
const GLOSSARY = 'src/glossary.ts';
/** Built-in lessons: data and prose. */
const LESSONS = 'src/lessons/**';
const UI_PACKAGES = ['react', '@radix-ui/*'];

/** Packages that one folder of the views uses. */
const ROOM_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  palette: ['cmdk'],
  qr: ['uqr'],
  tune: ['recharts'],
};

/** What every folder of the views may use: parts, texts, hooks and files that know no other folder; and the charts. */
const VIEW_BASICS = 'src/views/{ui,format,text,hooks,files,styles}/**';
const CHARTS = 'src/views/charts/**';
/** A run as a picture or a report, which know no page. */
const DRAWN_PICTURES =
  'src/views/{charts/laneDrawings,picture/{picture,plotPart,runPicture,frameParts},report/{report,markdown,html}}.ts';
/** The feature folders of the views, each with those that it may import. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  caption: [],
  cluster: [],
  code: ['script'], // the code editor
  compare: ['caption'], // the line of disagreements
  config: [],
  // the transport, an edition's defects, the palette, a link as a code, what is searched, the log, the request in a sentence, pictures, reports, the works
  dialogs: ['dock', 'lane', 'learn', 'palette', 'picture', 'qr', 'report', 'search', 'teach', 'tune', 'why', 'works'],
  dock: [],
  fairness: ['picture'], // of the keys
  find: [],
  heard: [],
  header: ['caption'], // behind a button where the window is low
  lane: ['code', 'picture'], // its own code, of a small chart
  lanes: [],
  learn: [],
  messages: ['picture'], // of a diagram
  palette: ['search'],
  picture: ['caption', 'print', 'track'], // the notes' markup, figures in sentences, the traffic's layout
  policy: [],
  qr: [],
  print: ['caption'], // the notes' markup
  report: ['caption', 'compare', 'fairness', 'picture', 'works'], // the notes' markup, figures, shares, pictures, what was before
  search: [],
  teach: ['learn', 'print', 'qr', 'track'], // bets and quantities in words; the lesson's link as a code; charts of another size; the traffic's layout
  track: [],
  tune: ['picture', 'traffic'], // of the map; a recording's place in the run
  traffic: ['code'], // that of a script
  why: ['messages'], // those of the selected request
  works: [],
};

/** The first layer that a file matches is its own. `*` is anything but a slash, `**` is anything. */
export const layers: readonly Layer[] = [
  {
    files: 'src/main.tsx',
    rule: 'main may import only what runs in the page',
    imports: ['src/*.css', 'src/{laterParts.ts,startEmbed.tsx,showApp.tsx}', 'src/{sim,worker,offline,store,views}/**'],
    packages: ['react', 'react-dom'],
  },
  {
    files: 'src/startEmbed.tsx',
    rule: 'what starts an embed may import only what runs in the page, and nothing that keeps it offline',
    imports: ['src/{laterParts.ts,showApp.tsx}', 'src/{sim,worker,store,views}/**'],
    packages: ['react', 'react-dom'],
  },
  {
    files: 'src/showApp.tsx',
    rule: 'what shows the app may import only the store and the views',
    imports: ['src/{store,views}/**'],
    packages: ['react', 'react-dom'],
  },
  {
    files: 'src/entry.ts',
    rule: 'the first script may import only what admits scripts, the worker and, later, the page',
    imports: ['src/{trustedTypes.ts,main.tsx}'],
    packages: ['virtual:simulation-worker'],
  },
  {
    files: 'src/laterParts.ts',
    rule: 'what loads the later parts may import only those, and the store',
    imports: ['src/startLaterParts.ts', 'src/store/**'],
  },
  {
    files: 'src/startLaterParts.ts',
    rule: "what starts Tune and the finder may import only their parts of the store and their workers' clients",
    imports: ['src/store/**', 'src/worker/*Client.ts'],
    packages: ['virtual:tune-worker', 'virtual:logs-worker', 'virtual:find-worker'],
  },
  {
    files: 'src/trustedTypes.ts',
    rule: 'what admits scripts depends on none: it may import nothing',
    imports: [],
  },
  {
    files: SIM,
    rule: 'the first door opens on documents and words; of run and inspect it may import only types',
    imports: [BASICS, CATALOGUE, LOAD_SYSTEMS, 'src/sim/{limiters,metrics,scenario,traffic,cluster,own}/**'],
    typeImports: ['src/sim/{run,inspect}/**'],
  },
  { files: ENGINE, rule: 'the second door may import only sim', imports: ['src/sim/**'] },
  {
    files: CATALOGUE,
    rule: 'the catalogue may import only the indexes of limiters and schemes, the words of systems, and types of their contracts',
    imports: ['src/sim/limiters/index.ts', 'src/sim/cluster/schemes/index.ts', SYSTEM_WORDS],
    typeImports: [CONTRACT, 'src/sim/cluster/scheme.ts'],
  },
  {
    files: CONTRACT,
    rule: 'the contract may import only the basics',
    imports: [BASICS, CONTRACT],
  },
  {
    files: 'src/sim/limiters/index.ts',
    rule: 'the list of limiters may import only the basics, limiters and the contract',
    imports: [BASICS, 'src/sim/limiters/*'],
  },
  {
    files: 'src/sim/limiters/**',
    rule: 'a limiter may import only the basics, the contract and the limiter that it varies',
    imports: [BASICS, 'src/sim/limiters/*'],
  },
  {
    files: LOAD_SYSTEMS,
    rule: 'what loads the systems may import only their words, what adds them, and the indexes of limiters and schemes',
    imports: [SYSTEM_WORDS, 'src/sim/{limiters/index,cluster/schemes/index,systems/register}.ts'],
    typeImports: ['src/sim/limiters/story.ts'],
  },
  {
    files: 'src/sim/systems/register.ts',
    rule: 'what adds what is loaded later may import only that, and what it is added to',
    imports: [
      'src/sim/{limiters/index,stack/stack,own/own,systems/index,systems/recorded}.ts',
      'src/sim/cluster/schemes/{index,info/*}.ts',
    ],
  },
  {
    files: 'src/sim/systems/**',
    rule: 'a system may import only the basics, the contract, the limiter that it equals, and what systems share',
    imports: [BASICS, 'src/sim/limiters/*', 'src/sim/systems/*'],
  },
  {
    files: 'src/sim/stack/**',
    rule: 'a stack may import only the basics, the contract, the limits that it has by default, and its words',
    imports: [BASICS, 'src/sim/limiters/*', SYSTEM_WORDS],
  },
  {
    files: 'src/sim/own/**',
    rule: "the user's own limiter may import only the basics, the contract, its words, and its templates",
    imports: [BASICS, CONTRACT, SYSTEM_WORDS, 'src/sim/own/**'],
    typeImports: ['src/sim/traffic/scriptApi.ts'],
  },
  {
    files: 'src/sim/traffic/**',
    rule: 'traffic may import only the basics, the kit that the format is written in, and traffic, never limiters',
    imports: [BASICS, FORMAT_KIT, 'src/sim/traffic/**'],
  },
  {
    files: 'src/sim/cluster/**',
    rule: "cluster may import only the basics, cluster, the words of what users write, the contract's types and that of a help text",
    imports: [BASICS, SYSTEM_WORDS, 'src/sim/cluster/**'],
    typeImports: [CONTRACT, 'src/sim/traffic/scriptApi.ts'],
  },
  {
    files: 'src/sim/metrics/**',
    rule: 'metrics may import only time, slices, search, verdict, arrivals, metrics and the type of a measure',
    imports: ['src/sim/{time,slices,search,verdict,arrivals}.ts', 'src/sim/metrics/**'],
    typeImports: ['src/sim/scenario/goals.ts'],
  },
  {
    files: 'src/sim/scenario/**',
    rule: 'scenario may import only the basics, ids and knobs (the indexes), the names of commands, types of the contracts, and scenario',
    imports: [
      BASICS,
      'src/sim/scenario/**',
      'src/sim/{limiters,traffic,cluster/schemes}/index.ts',
      SYSTEM_WORDS,
      COMMANDS,
    ],
    typeImports: [CONTRACT, 'src/sim/cluster/{scheme,clock,networkLink,faults,routing}.ts'],
  },
  {
    files: 'src/sim/run/**',
    rule: 'run may import anything of sim but inspect: a run never asks about itself',
    imports: [BASICS, 'src/sim/{limiters,metrics,scenario,traffic,cluster,run}/**'],
  },
  {
    files: 'src/sim/inspect/**',
    rule: 'inspect may import only sim, never its doors',
    imports: [BASICS, CATALOGUE, 'src/sim/{limiters,metrics,scenario,traffic,cluster,run,inspect}/**'],
  },
  { files: 'src/sim/deflate.ts', rule: 'deflate may import only what it loads', imports: ['src/sim/deflatePart.ts'] },
  { files: 'src/sim/deflatePart.ts', rule: 'what deflate loads is a package', imports: [], packages: ['fflate'] },
  { files: 'src/sim/*', rule: 'the basics may import only one another', imports: [BASICS] },
  {
    files: 'src/sandbox/**',
    rule: 'sandbox may import only sim/index and sandbox',
    imports: [SIM, 'src/sandbox/**'],
    packages: ['quickjs-emscripten-core', '@jitl/*', 'acorn'],
  },
  {
    files: TUNE_BASICS,
    rule: 'goals in words and what can be varied are for the page too: they may import only sim/index',
    imports: [SIM],
  },
  {
    files: TUNE,
    rule: "tune may import only sim's doors and tune",
    imports: [SIM, ENGINE, TUNE],
  },
  {
    files: FIND,
    rule: "find may import only sim's doors and find",
    imports: [SIM, ENGINE, FIND],
  },
  {
    files: 'src/worker/**',
    rule: "worker may import only sim's doors, tune, find, sandbox, the readers of logs and worker",
    imports: [SIM, ENGINE, TUNE, FIND, LOGS, 'src/sandbox/**', 'src/worker/**'],
  },
  {
    files: 'src/logs/**',
    rule: 'logs reads files into recordings, in a worker and in Node: it may import only sim/index and logs',
    imports: [SIM, 'src/logs/**'],
    packages: ['fflate'],
  },
  {
    files: 'src/configs/**',
    rule: 'configs writes and reads text of products: it may import only sim/index and configs',
    imports: [SIM, 'src/configs/**'],
    packages: ['toml-eslint-parser', 'yaml'],
  },
  {
    files: 'src/offline/**',
    rule: 'offline knows files and releases, nothing of what is in the page: it may import only workbox and offline',
    imports: ['src/offline/**'],
    packages: ['workbox-*'],
  },
  {
    files: 'src/cli/terminal.testing.ts',
    rule: 'it tries the commands: it may import only what bundles them',
    imports: ['src/tools/commandLine.mjs'],
  },
  {
    files: 'src/cli/**',
    rule: "cli may import only sim's doors, tune, find, the readers of logs, configs, sandbox, cli, the choice of a port, what draws pictures and writes reports, and what says that a part of a scenario does nothing",
    imports: [
      SIM,
      ENGINE,
      TUNE,
      FIND,
      LOGS,
      CONFIGS,
      'src/sandbox/**',
      'src/tools/port.mjs',
      DRAWN_PICTURES,
      'src/views/text/noEffectText.ts',
      'src/cli/**',
    ],
    packages: ['node:*', '@redis/client', '@upstash/ratelimit'],
  },
  {
    files: 'src/store/openConfig.ts',
    rule: 'what opens a config may import only what reads it, sim/index and store',
    imports: [SIM, CONFIGS, 'src/store/**'],
  },
  {
    files: 'src/store/**',
    rule: "store may import only sim/index, lessons, how far a search looks, the workers' clients, what loads parts, types of their questions, and store",
    imports: [SIM, LESSONS, FIND_BASICS, 'src/worker/{*Client,loadPart}.ts', 'src/store/**'],
    typeImports: [TUNE, FIND, LOGS, CONFIGS, 'src/worker/*Answers.ts'],
    packages: ['zustand', 'react', 'idb'],
  },
  {
    files: 'src/views/ui/**',
    rule: 'views/ui knows no limiter: it may import only react, radix and views/ui',
    imports: ['src/views/ui/**'],
    packages: UI_PACKAGES,
  },
  {
    files: 'src/views/script/**',
    rule: 'views/script is the code editor and knows no scenario: it may import only react, CodeMirror and views/script',
    imports: ['src/views/script/**'],
    packages: ['react', '@codemirror/*', '@lezer/highlight', 'style-mod'],
  },
  {
    files: 'src/views/format/**',
    rule: 'views/format writes and reads figures: it may import only sim/index and views/format',
    imports: [SIM, 'src/views/format/**'],
  },
  {
    files: VIEW_BASICS,
    rule: 'what all rooms use may import no room: only sim/index, the glossary, store, how a HAR begins, what stamps can tell, ui, format, text, hooks and files',
    imports: [
      SIM,
      GLOSSARY,
      IDENTIFIABLE,
      'src/store/**',
      'src/logs/beginsHar.ts',
      'src/views/{ui,format,text,hooks,files}/**',
    ],
    packages: UI_PACKAGES,
  },
  {
    files: CHARTS,
    rule: 'charts may import no room: only sim/index, store, what all rooms use, and charts',
    imports: [SIM, 'src/store/**', VIEW_BASICS, CHARTS],
    packages: ['react', 'recharts'],
  },
  ...Object.entries(ROOMS).map(([room, others]) => ({
    files: `src/views/${room}/**`,
    rule: `views/${room} may import ${['only sim/index, store, charts, what all rooms use', ...others].join(', ')} and itself`,
    imports: [
      SIM,
      GLOSSARY,
      'src/store/**',
      VIEW_BASICS,
      CHARTS,
      ...[room, ...others].map((name) => `src/views/${name}/**`),
      ...(room === 'tune' ? ['src/logs/serverLines.ts'] : []),
      ...(room === 'tune' || room === 'report' ? [TUNE_BASICS] : []),
      ...(room === 'find' ? [FIND_BASICS] : []),
      ...(room === 'config' ? [CONFIGS] : []),
      ...(room === 'learn' || room === 'teach' ? [LESSONS] : []),
    ],
    ...(room === 'tune' ? { typeImports: [TUNE, LOGS] } : {}),
    ...(room === 'find' ? { typeImports: [FIND] } : {}),
    packages: [...UI_PACKAGES, ...(ROOM_PACKAGES[room] ?? [])],
  })),
  {
    files: 'src/views/*',
    rule: 'views may import only store, the glossary and sim/index',
    imports: [SIM, GLOSSARY, 'src/{store,views}/**'],
    packages: [...UI_PACKAGES, 'react-dom'],
  },
  {
    files: LESSONS,
    rule: 'lessons are data and prose: they may import only sim/index, the glossary and lessons',
    imports: [SIM, GLOSSARY, LESSONS],
  },
  {
    files: 'src/linearTime.testing.ts',
    rule: 'what all tests may use may itself import only vitest',
    imports: [],
    packages: ['vitest'],
  },
  {
    files: GLOSSARY,
    rule: 'the glossary is data: it may import nothing',
    imports: [],
  },
  {
    files: 'src/{bench,tools}/**',
    rule: "bench and tools may import only sim, configs, tune, find, logs, sandbox, the worker's protocol, the way to a real Redis, pictures, the sentence's markup and themselves",
    imports: [
      'src/configs/index.ts',
      'src/{sim,tune,find,logs,sandbox,bench,tools}/**',
      'src/worker/protocol.ts',
      'src/cli/{redis*,tunePool,picture}.ts',
      'src/views/{picture/runPicture,caption/notesMarkup}.ts',
      'src/thorough.ts',
    ],
    packages: ['*'],
  },
];

/** Tests, and what only tests use: they may import their own top folder, sim and any package. */
export const TESTS = 'src/**{.test,/testing,.testing,/arbitrary,/reference,.reference}.{ts,tsx}';
/** How much of everything the tests try, and how they take time: all of them may import these. */
export const OF_ALL_TESTS = 'src/{thorough,linearTime.testing}.ts';
/** Those that look at the project as a whole. */
export const PROJECT_TESTS = 'src/*.test.ts';

interface Ban {
  readonly files: string;
  readonly except?: string;
  readonly reason: string;
  readonly globals?: readonly string[];
  readonly properties?: readonly string[];
  /** All of `Math` that may be used; without it, everything may. */
  readonly math?: readonly string[];
  readonly exponentiation?: true;
}

const EXACT_MATH =
  'floor ceil min max abs sqrt trunc round sign imul fround clz32 PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2';

export const bannedNames: readonly Ban[] = [
  {
    files: 'src/{sim,tune,find}/**',
    reason: 'in sim, tune and find there is only virtual time, seeded randomness and no locale',
    globals: 'Date performance setTimeout setInterval queueMicrotask crypto Intl globalThis'.split(' '),
    properties: ['toLocaleString', 'localeCompare'],
  },
  { files: 'src/sim/math.ts', reason: 'chance comes from the seed', math: EXACT_MATH.split(' ') },
  {
    files: 'src/{sim,tune,find}/**',
    except: 'src/sim/math.ts',
    reason: 'its last bits differ between engines; src/sim/math.ts has what is the same everywhere',
    math: EXACT_MATH.split(' '),
    exponentiation: true,
  },
  {
    files: 'src/{views,store}/**',
    except: 'src/store/works/browserHost.ts', // posts to other tabs
    reason: 'only the first script starts the worker, and only its client talks to it',
    globals: ['Worker', 'SharedWorker'],
    properties: ['postMessage'],
  },
];
