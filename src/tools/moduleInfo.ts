/** What a source file imports and which names it uses, read from its syntax tree: a comment or a string is neither. */
import { parseSync, Visitor, type ESTree } from 'vite';

/** Stands for a name that is only known when the program runs. */
export const COMPUTED = '(computed)';

export interface ModuleImport {
  /** As it is written. */
  readonly specifier: string;
  readonly typesOnly: boolean;
  /** `*` for all of it. */
  readonly names: readonly string[];
}

export interface ModuleInfo {
  readonly imports: readonly ModuleImport[];
  /** Variables by their names, properties as `.name`, `Math.name`, `import.meta.name`, and the operator `**`. */
  readonly usedNames: ReadonlySet<string>;
}

function stringLiteral(node: ESTree.Node | undefined): string | null {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

const nameOf = (node: ESTree.Node): string =>
  node.type === 'Identifier' ? node.name : (stringLiteral(node) ?? COMPUTED);

interface KeyedNode {
  readonly key: ESTree.Node;
  readonly computed: boolean;
}

/** @throws {Error} when the text is no TypeScript */
export function readModule(file: string, text: string): ModuleInfo {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);

  const imports: ModuleImport[] = [];
  const uses = new Set<string>();
  /** Identifiers that name a property, not a variable; the tree is walked from above, so they are known in time. */
  const properties = new Set<ESTree.Node>();
  const addPropertyKey = ({ key, computed }: KeyedNode): void => {
    if (!computed) properties.add(key);
  };

  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const named = specifiers.filter((each) => each.type === 'ImportSpecifier');
      const allTypes = named.length > 0 && named.every((each) => each.importKind === 'type');
      imports.push({
        specifier: source.value,
        typesOnly: importKind === 'type' || (allTypes && named.length === specifiers.length),
        names: named.length === specifiers.length ? named.map((each) => nameOf(each.imported)) : ['*'],
      });
    },
    ExportNamedDeclaration({ source, exportKind, specifiers }) {
      const names = specifiers.map((each) => nameOf(each.local));
      if (source) imports.push({ specifier: source.value, typesOnly: exportKind === 'type', names });
    },
    ExportAllDeclaration({ source, exportKind }) {
      imports.push({ specifier: source.value, typesOnly: exportKind === 'type', names: ['*'] });
    },
    ImportExpression({ source }) {
      imports.push({ specifier: stringLiteral(source) ?? COMPUTED, typesOnly: false, names: ['*'] });
    },
    TSImportType({ source }) {
      imports.push({ specifier: source.value, typesOnly: true, names: [] });
    },
    NewExpression({ callee, arguments: [first] }) {
      // How a page names its worker's file.
      const from = callee.type === 'Identifier' && callee.name === 'URL' ? stringLiteral(first) : null;
      if (from !== null && /^\..*\.tsx?$/.test(from)) imports.push({ specifier: from, typesOnly: false, names: ['*'] });
    },
    MemberExpression({ object, property, computed }) {
      if (!computed) properties.add(property);
      const name = computed ? (stringLiteral(property) ?? COMPUTED) : nameOf(property);
      if (object.type === 'MetaProperty') uses.add(`import.meta.${name}`);
      else if (object.type === 'Identifier' && object.name === 'Math') {
        properties.add(object);
        uses.add(`Math.${name}`);
      } else uses.add(`.${name}`);
    },
    Property(node) {
      if (!node.shorthand) addPropertyKey(node);
    },
    PropertyDefinition: addPropertyKey,
    MethodDefinition: addPropertyKey,
    TSPropertySignature: addPropertyKey,
    TSMethodSignature: addPropertyKey,
    BinaryExpression({ operator }) {
      if (operator === '**') uses.add('**');
    },
    AssignmentExpression({ operator }) {
      if (operator === '**=') uses.add('**');
    },
    Identifier(node) {
      if (!properties.has(node)) uses.add(node.name);
    },
  }).visit(program);
  return { imports, usedNames: uses };
}
