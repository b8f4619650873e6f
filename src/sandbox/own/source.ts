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

/** A node with everything in it: the types of a program's parts do not matter here. */
type AnyNode = Node & { readonly [field: string]: unknown };

/**
 * @param traced whether it notes the lines that it executes
 * @throws {OwnCodeError}
 */
export function readSource(code: string, traced: boolean): OwnSource {
  if (code.trim() === '')
    throw new OwnCodeError('There is no code. Choose a template, or write a function decide.', 1, 1);
  const program = parsed(code);
  const insertions = new Insertions();
  for (const statement of program.body) keepTopLevel(statement as unknown as AnyNode, insertions);
  walk(program as unknown as AnyNode, null, (node, parent) => {
    refuseUnsupported(node, parent);
    if (traced && parent !== null && isStatementPlace(node, parent)) insertions.noteLine(node, parent);
  });
  return {
    code: insertions.applyTo(code),
    columnOf: (line, column) => insertions.columnOf(line, column),
    exportLines: exportLinesOf(program),
  };
}

function parsed(code: string): Program {
  try {
    return parse(code, { ecmaVersion: 2023, sourceType: 'module', locations: true });
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('loc' in error)) throw error;
    const { line, column } = error.loc as { line: number; column: number };
    throw new OwnCodeError(`${error.message.replace(/ \(\d+:\d+\)$/, '')}.`, line, column + 1);
  }
}

/** What is always the same is frozen: it would be a second state, of which a replay knows nothing. */
function keepTopLevel(statement: AnyNode, insertions: Insertions): void {
  const declaration = (statement['declaration'] ?? statement) as AnyNode;
  if (declaration.type !== 'VariableDeclaration') return;
  if (declaration['kind'] !== 'const')
    throw refusal(
      declaration,
      `${String(declaration['kind'])} at the top level could change from one request to the next. Write const, and keep what changes in state.`,
    );
  for (const { init } of declaration['declarations'] as readonly { readonly init: AnyNode | null }[]) {
    if (init === null || init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression') continue;
    insertions.add(init.start, init, `${KEEP}(`);
    insertions.addEnd(init.end, init, ')');
  }
}

const ASYNC = 'Nothing is asynchronous here: decide returns true, false or a wait in seconds.';

function refuseUnsupported(node: AnyNode, parent: AnyNode | null): void {
  if (
    node['async'] === true ||
    node.type === 'AwaitExpression' ||
    (node.type === 'ForOfStatement' && node['await'] === true)
  )
    throw refusal(node, ASYNC);
  if (node.type.startsWith('Import') || (parent?.type === 'Program' && 'source' in node && node['source'] !== null))
    throw refusal(node, 'A limiter cannot import anything.');
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

function exportLinesOf({ body }: Program): Map<string, number> {
  const lines = new Map<string, number>();
  for (const statement of body as readonly unknown[] as readonly AnyNode[]) {
    const declaration = (statement['declaration'] ?? null) as AnyNode | null;
    if (declaration === null) continue;
    const declared = (declaration['declarations'] as readonly AnyNode[] | undefined) ?? [declaration];
    for (const { id, loc } of declared as readonly (AnyNode & { id?: { name?: string } })[])
      if (id?.name !== undefined && loc !== undefined && loc !== null) lines.set(id.name, loc.start.line);
  }
  return lines;
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
