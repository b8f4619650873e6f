/** The SHA-256 of FIPS 180-4, section 6.2. The browser's own answers only later and only at secure addresses. */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (section 4.2.2). */
const ROUND_CONSTANTS = words(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`);

/** The same of the square roots of the first 8 primes (section 5.3.3). */
const INITIAL_HASH = words('6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19');

function words(hexadecimal: string): Uint32Array {
  return Uint32Array.from(hexadecimal.trim().split(/\s+/), (word) => parseInt(word, 16));
}

const BLOCK_BYTES = 64;
const TWO_TO_32 = 4_294_967_296;

/** The hash of the bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const hash = INITIAL_HASH.slice();
  const schedule = new Uint32Array(BLOCK_BYTES);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let from = 0; from < whole; from += BLOCK_BYTES) addBlock(hash, schedule, bytes, from);
  const rest = padded(bytes.subarray(whole), bytes.length);
  for (let from = 0; from < rest.length; from += BLOCK_BYTES) addBlock(hash, schedule, rest, from);

  const result = new Uint8Array(32);
  const view = new DataView(result.buffer);
  hash.forEach((word, index) => view.setUint32(4 * index, word));
  return result;
}

/** The last bytes of a message, a one bit, zeros, and the length of the message in bits (section 5.1.1). */
function padded(rest: Uint8Array, length: number): Uint8Array {
  const blocks = new Uint8Array(rest.length + 9 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES);
  blocks.set(rest);
  blocks[rest.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, Math.floor((length * 8) / TWO_TO_32));
  view.setUint32(blocks.length - 4, (length * 8) % TWO_TO_32);
  return blocks;
}

function addBlock(hash: Uint32Array, schedule: Uint32Array, bytes: Uint8Array, from: number): void {
  for (let t = 0, at = from; t < 16; t++, at += 4)
    schedule[t] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number);
  for (let t = 16; t < 64; t++) {
    const early = schedule[t - 15] as number;
    const late = schedule[t - 2] as number;
    const sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    schedule[t] = ((schedule[t - 16] as number) + sigma0 + (schedule[t - 7] as number) + sigma1) | 0;
  }

  let a = hash[0] as number;
  let b = hash[1] as number;
  let c = hash[2] as number;
  let d = hash[3] as number;
  let e = hash[4] as number;
  let f = hash[5] as number;
  let g = hash[6] as number;
  let h = hash[7] as number;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + (ROUND_CONSTANTS[t] as number) + (schedule[t] as number)) | 0;
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  hash[0]! += a;
  hash[1]! += b;
  hash[2]! += c;
  hash[3]! += d;
  hash[4]! += e;
  hash[5]! += f;
  hash[6]! += g;
  hash[7]! += h;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
