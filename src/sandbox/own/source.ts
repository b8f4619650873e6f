/** A user's program as text: what cannot run is refused at its line, and the rest is rewritten so that it keeps no secrets. */
import { parse, type Node, type Program } from 'acorn';
import { OwnCodeError } from '../../sim/index.ts';
import { KEEP, LINE } from '../keeping.ts';

/** A program that may run. */
export interface OwnSource {
  /** The program, rewritten without moving any line. */
  readonly code: string;
  /** The column, from 1, in the user's text. */
  columnOf(line: number, column: number): number;
  /** The line of each export, from 1, by name. */
  readonly exportLines: ReadonlyMap<string, number>;
}

/** What a program is, for what is said of it. */
export interface SourceWords {
  /** What it is called, at the beginning of a sentence. */
  readonly program: string;
  /** Where it keeps what changes. */
  readonly memory: string;
  /** What to do where there is no code, and instead of waiting for a promise; sentences. */
  readonly missing: string;
  readonly asynchronous: string;
  /** What is exported even where the program does not say so. */
  readonly exported: readonly string[];
  /** Whether functions and classes of the top level are frozen as well, for nothing would notice what they remember. */
  readonly keepsFunctions: boolean;
}

export const LIMITER_WORDS: SourceWords = {
  program: 'A limiter',
  memory: 'state',
  missing: 'Choose a template, or write a function decide.',
  asynchronous: 'decide returns true, false or a wait in seconds.',
  exported: [],
  keepsFunctions: false,
};

/** A node with everything in it: the types of a program's parts do not matter here. */
type AnyNode = Node & { readonly [field: string]: unknown };

/**
 * @param traced whether it notes the lines that it executes
 * @throws {OwnCodeError}
 */
export function readSource(code: string, traced: boolean, words: SourceWords): OwnSource {
  if (code.trim() === '') throw new OwnCodeError(`There is no code. ${words.missing}`, 1, 1);
  const program = parsed(code);
  const insertions = new Insertions();
  for (const statement of statementsOf(program)) keepTopLevel(statement, insertions, words);
  walk(program as unknown as AnyNode, null, (node, parent) => {
    refuseUnsupported(node, parent, words);
    if (traced && parent !== null && isStatementPlace(node, parent)) insertions.noteLine(node, parent);
  });
  const exportLines = exportLinesOf(program);
  const declared = declaredLinesOf(program);
  let exports = '';
  for (const name of words.exported) {
    const line = declared.get(name);
    if (line === undefined || exportLines.has(name)) continue;
    exportLines.set(name, line);
    // On a line of its own: the program may end with a comment.
    exports += `\nexport { ${name} };`;
  }
  const kept = words.keepsFunctions ? `\n;${[...declared.keys()].map((name) => `${KEEP}(${name});`).join('')}` : '';
  return {
    code: insertions.applyTo(code) + exports + kept,
    columnOf: (line, column) => insertions.columnOf(line, column),
    exportLines,
  };
}

/** What TypeScript has and JavaScript does not: declarations of types, and types behind a colon. */
const TYPES =
  /^\s*(?:export\s+)?(?:interface\s+\w+|type\s+\w+\s*=)|[\w)\]?]\s*:\s*(?:number|string|boolean|any|void)\b/m;

function parsed(code: string): Program {
  try {
    return parse(code, { ecmaVersion: 2023, sourceType: 'module', locations: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    const { line, column } = error.loc as { line: number; column: number };
    const hint = TYPES.test(code) ? ' Programs are JavaScript: take out TypeScript types.' : '';
    throw new OwnCodeError(`${error.message.replace(/ \(\d+:\d+\)$/, '')}.${hint}`, line, column + 1);
  }
}

/** What is always the same is frozen: it would be a second state, of which a replay knows nothing. */
function keepTopLevel(statement: AnyNode, insertions: Insertions, { memory }: SourceWords): void {
  const declaration = (statement['declaration'] ?? statement) as AnyNode;
  if (declaration.type !== 'VariableDeclaration') return;
  if (declaration['kind'] !== 'const')
    throw refusal(
      declaration,
      `${String(declaration['kind'])} at the top level could change from one request to the next. Write const, and keep what changes in ${memory}.`,
    );
  for (const { init } of declaration['declarations'] as readonly { readonly init: AnyNode | null }[]) {
    if (init === null || init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression') continue;
    // Twice, for it may be one of several values in parentheses: (1, 2).
    insertions.add(init.start, init, `${KEEP}((`);
    insertions.addEnd(init.end, init, '))');
  }
}

function refuseUnsupported(node: AnyNode, parent: AnyNode | null, { program, asynchronous }: SourceWords): void {
  if (
    node['async'] === true ||
    node.type === 'AwaitExpression' ||
    (node.type === 'ForOfStatement' && node['await'] === true)
  )
    throw refusal(node, `Nothing is asynchronous here: ${asynchronous}`);
  if (node.type.startsWith('Import') || (parent?.type === 'Program' && 'source' in node && node['source'] !== null))
    throw refusal(node, `${program} cannot import anything.`);
  if (node.type === 'Literal' && typeof node['bigint'] === 'string')
    throw refusal(node, `BigInts such as ${node['bigint']}n are not available here: write the number without the n.`);
}

function refusal({ loc }: AnyNode, sentence: string): OwnCodeError {
  return new OwnCodeError(
    sentence,
    loc?.start.line ?? null,
    loc === undefined || loc === null ? null : loc.start.column + 1,
  );
}

/** The line where each export was declared. */
function exportLinesOf(program: Program): Map<string, number> {
  const declared = declaredLinesOf(program);
  const lines = new Map<string, number>();
  for (const statement of statementsOf(program)) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (isNode(statement['declaration']))
      for (const [name, line] of declaredBy(statement['declaration'])) lines.set(name, line);
    for (const { local, exported } of statement['specifiers'] as readonly Specifier[]) {
      const line = declared.get(nameOf(local));
      if (line !== undefined) lines.set(nameOf(exported), line);
    }
  }
  return lines;
}

type Specifier = AnyNode & { readonly local: AnyNode; readonly exported: AnyNode };

/** An export may be called by a name or by text. */
function nameOf({ name, value }: AnyNode): string {
  return String(name ?? value);
}

/** The line of each name that the top level declares. */
function declaredLinesOf(program: Program): Map<string, number> {
  return new Map(
    statementsOf(program).flatMap((statement) => declaredBy((statement['declaration'] ?? statement) as AnyNode)),
  );
}

function declaredBy(declaration: AnyNode): (readonly [name: string, line: number])[] {
  const declared = (declaration['declarations'] as readonly AnyNode[] | undefined) ?? [declaration];
  return declared.flatMap(({ id, loc }) =>
    isNode(id) && id.type === 'Identifier' && loc !== undefined && loc !== null
      ? [[nameOf(id), loc.start.line] as const]
      : [],
  );
}

function statementsOf({ body }: Program): readonly AnyNode[] {
  return body as readonly unknown[] as readonly AnyNode[];
}

/** Whether a node is a statement that is executed in its place, and may have another before it. */
function isStatementPlace(node: AnyNode, parent: AnyNode): boolean {
  if (!/Statement$|^VariableDeclaration$/.test(node.type) || node.type === 'BlockStatement') return false;
  if (parent.type === 'BlockStatement' || parent.type === 'SwitchCase' || parent.type === 'StaticBlock') return true;
  return isLoneBody(node, parent);
}

/** The body of an `if` or a loop without braces. */
function isLoneBody(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'IfStatement') return node === parent['consequent'] || node === parent['alternate'];
  return /^(For|While|DoWhile)/.test(parent.type) && node === parent['body'];
}

function walk(node: AnyNode, parent: AnyNode | null, visit: (node: AnyNode, parent: AnyNode | null) => void): void {
  visit(node, parent);
  for (const field in node) {
    const value = node[field];
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) walk(child, node, visit);
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** Text put into a program, none of it with a line break. */
class Insertions {
  readonly #all: { readonly offset: number; readonly line: number; readonly column: number; readonly text: string }[] =
    [];

  add(offset: number, { loc }: AnyNode, text: string): void {
    this.#all.push({ offset, line: loc?.start.line ?? 0, column: loc?.start.column ?? 0, text });
  }

  addEnd(offset: number, { loc }: AnyNode, text: string): void {
    this.#all.push({ offset, line: loc?.end.line ?? 0, column: loc?.end.column ?? 0, text });
  }

  noteLine(node: AnyNode, parent: AnyNode): void {
    const lone = isLoneBody(node, parent);
    this.add(node.start, node, `${lone ? '{' : ''}${LINE}(${node.loc?.start.line ?? 0});`);
    if (lone) this.addEnd(node.end, node, '}');
  }

  applyTo(code: string): string {
    const sorted = this.#sorted();
    let out = '';
    let from = 0;
    for (const { offset, text } of sorted) {
      out += code.slice(from, offset) + text;
      from = offset;
    }
    return out + code.slice(from);
  }

  columnOf(line: number, column: number): number {
    let added = 0;
    for (const one of this.#sorted())
      if (one.line === line && one.column + added < column)
        added += Math.min(one.text.length, column - 1 - one.column - added);
    return column - added;
  }

  /** By place; of several at one place, in the order in which they were added. */
  #sorted() {
    return [...this.#all].sort((a, b) => a.offset - b.offset);
  }
}
