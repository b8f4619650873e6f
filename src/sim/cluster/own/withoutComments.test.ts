import { describe, expect, it } from 'vitest';
import { withoutComments } from './withoutComments.ts';

describe('a program without its comments', () => {
  it.each<['javascript' | 'lua', string, string]>([
    ['javascript', 'a; // now\nb;', 'a;  \nb;'],
    ['javascript', 'a; /* now\n now */ b; /* c', 'a;   b;  '],
    ['javascript', "a('// now'); // b", "a('// now');  "],
    ['javascript', 'a("\\"// now"); // b', 'a("\\"// now");  '],
    ['javascript', 'a(`/* ${now} */`); /* b */', 'a(`/* ${now} */`);  '],
    ['lua', 'a() -- KEYS[2]\nb()', 'a()  \nb()'],
    ['lua', 'a() --[[ KEYS[2]\n ]] b()', 'a()   b()'],
    ['lua', 'a() --[==[ ]] KEYS[2] ]==] b() --[[ c', 'a()   b()  '],
    ['lua', "a('-- KEYS[2]') -- b", "a('-- KEYS[2]')  "],
    ['lua', 'a([[ -- ]], [=[ ]] -- ]=]) -- b', 'a([[ -- ]], [=[ ]] -- ]=])  '],
  ])('%s: %j', (language, code, left) => expect(withoutComments(code, language)).toBe(left));
});
