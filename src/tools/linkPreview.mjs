// How the page is shown where its address is pasted: Open Graph's title, description and picture, and Twitter's card. They are
// the same for every link, for what a link holds is in its fragment, which no browser sends.

/** Kept in public/, where `npm run social` puts it; 1200 × 630 is what most show whole. */
const PICTURE = 'social.png';
const PICTURE_TEXT =
  'Two rate limiters on the same requests, at most 10 in 10 seconds: the fixed window lets 20 through, the sliding log 10';

/**
 * @param {string | undefined} given what the build was told by `SPILLWAY_ADDRESS`, if anything
 * @returns {URL | null} the folder that the page will be in; null if that is not known
 */
export function siteAddress(given) {
  if (given === undefined || given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new Error(
      `SPILLWAY_ADDRESS is ${given}. It may be the page’s address, such as https://example.org/spillway/.`,
    );
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/**
 * @param {string} html the page, for its title and description
 * @param {URL | null} address without one there is no picture: its address has to be absolute
 * @returns {import('vite').HtmlTagDescriptor[]}
 */
export function linkPreview(html, address) {
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  const description = /name="description"\s+content="([^"]+)"/.exec(html)?.[1];
  if (title === undefined || description === undefined) throw new Error('The page has no title or no description.');
  /** @type {Record<string, string>} */
  const properties = { 'og:type': 'website', 'og:title': title, 'og:description': description };
  if (address !== null)
    Object.assign(properties, {
      'og:url': address.href,
      'og:image': new URL(PICTURE, address).href,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': PICTURE_TEXT,
    });
  return [
    ...Object.entries(properties).map(([property, content]) => meta({ property, content })),
    meta({ name: 'twitter:card', content: address === null ? 'summary' : 'summary_large_image' }),
    ...(address === null ? [] : [head('link', { rel: 'canonical', href: address.href })]),
  ];
}

/** @returns {import('vite').HtmlTagDescriptor} */
const head = (/** @type {string} */ tag, /** @type {Record<string, string>} */ attrs) => ({
  tag,
  attrs,
  injectTo: 'head',
});

const meta = (/** @type {Record<string, string>} */ attrs) => head('meta', attrs);
