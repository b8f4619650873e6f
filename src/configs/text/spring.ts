/** Settings of Spring Boot, in YAML or properties: those that are always in force, and those of each profile over them. */
import type { Findings } from '../findings.ts';
import { parseYamlOrProperties, partsOf, textOf, type Tree } from './tree.ts';

/** Scalars by their paths, `a.b.0.c`. */
export interface SpringSettings {
  readonly settings: ReadonlyMap<string, Tree>;
  /** Whether one of them is of this profile, and not from those that are always in force. */
  readonly hasOwn: (trees: Iterable<Tree>) => boolean;
  /** Of a profile: what a lane does not show. */
  readonly note: string | false;
}

const PROFILE = /^spring\.(config\.activate\.on-?profile|profiles)(\.\d+)?$/i;
/** A list of a profile takes the place of the whole list. */
const IN_A_LIST = /\.\d+(\.|$)|\[/;
/** Each is read with all that is always in force. */
const MAX_PROFILES = 32;

/** Of several documents a later one has its way; those of a profile stand apart. */
export function springSettingsIn(text: string, findings: Findings): readonly SpringSettings[] {
  const always = new Map<string, Tree>();
  const ofProfiles: (readonly [profile: string, settings: ReadonlyMap<string, Tree>])[] = [];
  for (const document of parseYamlOrProperties(text, findings)) {
    const settings = new Map<string, Tree>();
    for (const { path, tree } of partsOf([document]))
      if (tree.fields === null && tree.items === null) settings.set(path.join('.'), tree);
    const profiles = [...settings].flatMap(([path, tree]) => (PROFILE.test(path) ? (textOf(tree) ?? []) : []));
    const [line = 1] = Array.from(settings.values(), (tree) => tree.line);
    if (profiles.length === 0) for (const [path, tree] of settings) always.set(path, tree);
    else if (ofProfiles.length < MAX_PROFILES) ofProfiles.push([profiles.join(', '), settings]);
    else
      findings.problem(
        line,
        `Of more than ${MAX_PROFILES} documents with a profile, the first ${MAX_PROFILES} are read.`,
      );
  }
  const inherited = [...always].filter(([path]) => !IN_A_LIST.test(path));
  return [
    { settings: always, hasOwn: () => true, note: false },
    ...ofProfiles.map(([profile, settings]) => {
      const own = new Set(settings.values());
      return {
        settings: new Map([...inherited, ...settings]),
        hasOwn: (trees: Iterable<Tree>) => [...trees].some((tree) => own.has(tree)),
        note: `It is in force only in the profile ${profile}; the lane always is.`,
      };
    }),
  ];
}

/** Adds it to those of that name, its own without case and dashes. */
export function addSetting(to: Map<string, Map<string, Tree>>, name: string, setting: string, tree: Tree): void {
  const settings = to.get(name) ?? new Map<string, Tree>();
  to.set(name, settings.set(setting.replaceAll('-', '').toLowerCase(), tree));
}
