/**
 * Makes the machine count its own work.
 *
 * QuickJS polls for interruption at the calls and jumps of a script, but not within its built-in functions, and a clock in
 * their stead would end a script at another place on every computer. So its WebAssembly code is rewritten before it is
 * compiled: every function and every iteration of every loop counts down a global by one unit of work, and whoever copies or
 * fills memory counts its length. Below zero it calls the host. The same script does the same work in every engine.
 */

/** What the rewritten code exports and imports in addition. */
export const METER_EXPORT = 'workLeft';
export const METER_MODULE = 'meter';
export const METER_IMPORT = 'noWorkLeft';

/** Copying or filling as many bytes as 2 to the power of this is one unit. */
const LOG2_BYTES_PER_UNIT = 5;

const FUNCTION = 0x60;
const I32 = 0x7f;
const EMPTY = 0x40;
const op = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  br: 0x0c,
  brTable: 0x0e,
  call: 0x10,
  callIndirect: 0x11,
  localGet: 0x20,
  globalGet: 0x23,
  globalSet: 0x24,
  tableSet: 0x26,
  firstLoad: 0x28,
  lastStore: 0x3e,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32LtSigned: 0x48,
  i32Sub: 0x6b,
  i32ShrUnsigned: 0x76,
  refFunc: 0xd2,
  prefix: 0xfc,
  selectTyped: 0x1c,
  refNull: 0xd0,
} as const;
const section = {
  types: 1,
  imports: 2,
  functions: 3,
  globals: 6,
  exports: 7,
  start: 8,
  elements: 9,
  code: 10,
} as const;
/** After the prefix: [code, number of operands]. */
const COPY = 10;
const FILL = 11;
const PREFIXED_OPERANDS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * @param code a module as C compilers write it, without threads, vectors and exceptions
 * @returns the module, counting
 * @throws {Error} for a module that uses something else
 */
export function meterModule(code: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new Reader(code);
  reader.at = 8;
  const sections = new Map<number, Reader>();
  const order: number[] = [];
  while (reader.at < code.length) {
    const id = reader.byte();
    const size = reader.unsigned();
    if (id !== 0) {
      order.push(id);
      sections.set(id, new Reader(code.subarray(reader.at, reader.at + size)));
    }
    reader.at += size;
  }
  const shape = measure(sections);
  const out = new Writer(code.length * 1.5);
  out.bytes(code.subarray(0, 8));
  for (const id of order) {
    const body = rewriteSection(id, sections.get(id) as Reader, shape);
    out.byte(id);
    out.unsigned(body.length);
    out.bytes(body);
  }
  return out.written();
}

/** Indices in the module, as it was. */
interface Shape {
  readonly types: number;
  readonly importedFunctions: number;
  readonly functions: number;
  readonly globals: number;
}

function measure(sections: ReadonlyMap<number, Reader>): Shape {
  const count = (id: number): number => {
    const found = sections.get(id);
    return found === undefined ? 0 : new Reader(found.code).unsigned();
  };
  let importedFunctions = 0;
  let importedGlobals = 0;
  const imports = new Reader((sections.get(section.imports) as Reader).code);
  for (let left = imports.unsigned(); left > 0; left--) {
    imports.skipName();
    imports.skipName();
    const kind = imports.byte();
    if (kind === 0) {
      importedFunctions++;
      imports.unsigned();
    } else if (kind === 2) {
      const limits = imports.byte();
      imports.unsigned();
      if ((limits & 1) !== 0) imports.unsigned();
    } else if (kind === 3) {
      importedGlobals++;
      imports.at += 2;
    } else throw new Error(`The machine imports something of kind ${kind}.`);
  }
  return {
    types: count(section.types),
    importedFunctions,
    functions: importedFunctions + count(section.functions),
    globals: importedGlobals + count(section.globals),
  };
}

function rewriteSection(id: number, from: Reader, shape: Shape): Uint8Array {
  const { types, importedFunctions, globals } = shape;
  const out = new Writer(from.code.length * 1.5 + 100);
  /** A list with further items at its end. */
  const extend = (...items: readonly (readonly number[])[]): void => {
    out.unsigned(from.unsigned() + items.length);
    out.bytes(from.rest());
    for (const item of items) out.bytes(item);
  };
  /** The host's function comes after the imported ones, and pushes all others up. */
  const moved = (index: number): number => (index < importedFunctions ? index : index + 1);
  switch (id) {
    case section.types:
      extend([FUNCTION, 0, 0], [FUNCTION, 3, I32, I32, I32, 0]);
      break;
    case section.imports:
      extend([...named(METER_MODULE), ...named(METER_IMPORT), 0, ...unsigned(types)]);
      break;
    case section.functions:
      extend(unsigned(types + 1), unsigned(types + 1));
      break;
    case section.globals:
      extend([I32, 1, op.i32Const, 0xff, 0xff, 0xff, 0xff, 7, op.end]);
      break;
    case section.exports: {
      const count = from.unsigned();
      out.unsigned(count + 1);
      for (let i = 0; i < count; i++) {
        const start = from.at;
        from.skipName();
        const kind = from.byte();
        out.bytes(from.code.subarray(start, from.at));
        out.unsigned(kind === 0 ? moved(from.unsigned()) : from.unsigned());
      }
      out.bytes([...named(METER_EXPORT), 3, ...unsigned(globals)]);
      break;
    }
    case section.start:
      out.unsigned(moved(from.unsigned()));
      break;
    case section.elements: {
      const count = from.unsigned();
      out.unsigned(count);
      for (let i = 0; i < count; i++) {
        const start = from.at;
        if (from.unsigned() !== 0) throw new Error('The machine has a table of an unknown form.');
        while (from.byte() !== op.end);
        const size = from.unsigned();
        out.bytes(from.code.subarray(start, from.at));
        for (let j = 0; j < size; j++) out.unsigned(moved(from.unsigned()));
      }
      break;
    }
    case section.code:
      rewriteCode(from, out, shape, moved);
      break;
    default:
      return from.code;
  }
  return out.written();
}

function rewriteCode(from: Reader, out: Writer, shape: Shape, moved: (index: number) => number): void {
  const global = unsigned(shape.globals);
  const noWorkLeft = unsigned(shape.importedFunctions);
  /** left = left − units; if (left < 0) noWorkLeft(); */
  const countDown = (units: readonly number[]): readonly number[] =>
    [
      [op.globalGet, ...global, ...units, op.i32Sub, op.globalSet, ...global],
      [op.globalGet, ...global, op.i32Const, 0, op.i32LtSigned],
      [op.if, EMPTY, op.call, ...noWorkLeft, op.end],
    ].flat();
  const oneUnit = countDown([op.i32Const, 1]);
  // Copies and fills: the length is the third parameter.
  const length = [op.localGet, 2, op.i32Const, LOG2_BYTES_PER_UNIT, op.i32ShrUnsigned];
  const operands = [op.localGet, 0, op.localGet, 1, op.localGet, 2];
  const helpers = [
    [0, ...countDown(length), ...operands, op.prefix, COPY, 0, 0, op.end],
    [0, ...countDown(length), ...operands, op.prefix, FILL, 0, op.end],
  ];
  const copy = shape.functions + 1;
  const count = from.unsigned();
  out.unsigned(count + helpers.length);
  for (let i = 0; i < count; i++) {
    const size = from.unsigned();
    const body = new Writer(size * 3 + 64);
    rewriteFunction(new Reader(from.code.subarray(from.at, from.at + size)), body, { oneUnit, moved, copy });
    from.at += size;
    out.unsigned(body.size);
    out.bytes(body.written());
  }
  for (const helper of helpers) {
    out.unsigned(helper.length);
    out.bytes(helper);
  }
}

interface Insertions {
  readonly oneUnit: readonly number[];
  readonly moved: (index: number) => number;
  /** The function that copies and counts; the next one fills. */
  readonly copy: number;
}

function rewriteFunction(from: Reader, out: Writer, { oneUnit, moved, copy }: Insertions): void {
  let copied = 0;
  /** Replaces what was read since `start`. */
  const replace = (start: number, by: readonly number[]): void => {
    out.bytes(from.code.subarray(copied, start));
    out.bytes(by);
    copied = from.at;
  };
  for (let groups = from.unsigned(); groups > 0; groups--) {
    from.unsigned();
    from.byte();
  }
  replace(from.at, oneUnit);
  while (from.at < from.code.length) {
    const start = from.at;
    const code = from.byte();
    if (code === op.loop) {
      from.skip();
      replace(from.at, oneUnit);
    } else if (code === op.call || code === op.refFunc) {
      replace(start, [code, ...unsigned(moved(from.unsigned()))]);
    } else if (code === op.prefix) {
      const what = from.unsigned();
      const operands = PREFIXED_OPERANDS[what];
      if (operands === undefined) throw new Error(`The machine has the unknown instruction 0xfc ${what}.`);
      for (let i = 0; i < operands; i++) from.skip();
      if (what === COPY || what === FILL) replace(start, [op.call, ...unsigned(copy + what - COPY)]);
    } else skipOperands(code, from);
  }
  replace(from.at, []);
}

function skipOperands(code: number, from: Reader): void {
  if (code === op.f32Const) from.at += 4;
  else if (code === op.f64Const) from.at += 8;
  else if (code === op.brTable || code === op.selectTyped) {
    for (let left = from.unsigned() + (code === op.brTable ? 1 : 0); left > 0; left--) from.skip();
  } else if (code === op.callIndirect || (code >= op.firstLoad && code <= op.lastStore)) {
    from.skip();
    from.skip();
  } else if (
    code === op.block ||
    code === op.if ||
    code === op.br ||
    code === op.br + 1 ||
    (code >= op.localGet && code <= op.tableSet) ||
    (code > op.lastStore && code <= op.i64Const) ||
    code === op.refNull
  ) {
    from.skip();
  } else if (code > op.refFunc || (code > op.loop + 2 && code < op.end)) {
    throw new Error(`The machine has the unknown instruction 0x${code.toString(16)}.`);
  }
}

class Reader {
  readonly code: Uint8Array;
  at = 0;

  constructor(code: Uint8Array) {
    this.code = code;
  }

  byte(): number {
    return this.code[this.at++] as number;
  }

  /** LEB128. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  /** Any number in LEB128. */
  skip(): void {
    while (this.byte() >= 128);
  }

  skipName(): void {
    const size = this.unsigned();
    this.at += size;
  }

  rest(): Uint8Array {
    return this.code.subarray(this.at);
  }
}

class Writer {
  size = 0;
  readonly #buffer: Uint8Array<ArrayBuffer>;

  constructor(capacity: number) {
    this.#buffer = new Uint8Array(capacity);
  }

  byte(byte: number): void {
    this.#buffer[this.size++] = byte;
  }

  bytes(bytes: ArrayLike<number>): void {
    this.#buffer.set(bytes, this.size);
    this.size += bytes.length;
  }

  unsigned(value: number): void {
    this.bytes(unsigned(value));
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.size);
  }
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
}

function named(name: string): number[] {
  return [...unsigned(name.length), ...new TextEncoder().encode(name)];
}
