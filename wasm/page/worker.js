// Keeps the playground's own files, so that it opens without a network. It is
// registered by the loader once the first picture is drawn, and never from an
// embed, which writes no storage.
//
// The document is asked of the network first: whoever is online gets the newest
// version, and since each version's files have names of their own, what a document
// names always fits it. Offline the document that is kept comes with the files that
// were kept with it. It knows no other files and asks for none.
'use strict';
const version = '';
const files = [];

const scope = new URL('./', self.location).pathname;
const mine = 'lockstep ' + scope + ' ';
const cacheName = mine + version;
const kept = files.map((name) => new URL(name, self.location).href);
const documentURL = new URL('./', self.location).href;
const patience = 4000; // milliseconds; a network that says nothing is none

// fresh fetches what is to be kept: whole, and as it would be without redirects,
// which a document may not come with.
const fresh = async (url) => {
  const r = await fetch(url, { cache: url === documentURL ? 'no-cache' : 'default' });
  if (!r.ok) throw new Error(url + ': ' + r.status);
  const body = await r.blob();
  if (url.endsWith('.gz') && typeof DecompressionStream === 'function') return new Response(await unpacked(body));
  return new Response(body, { headers: r.headers });
};

// unpacked is what the loader wants of the packed program in the end: unpacking it
// once, here, saves every later visit the time. The loader takes either.
const unpacked = async (body) => {
  const first = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  if (first[0] !== 0x1f || first[1] !== 0x8b) return body; // the host's way with it
  return new Response(body.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
};

self.addEventListener('install', (e) => {
  self.skipWaiting();
  e.waitUntil((async () => {
    const page = await fresh(documentURL);
    const text = await page.clone().text();
    // Between two versions, or behind a network's sign-in page, this is another
    // document: next time, then.
    if (!files.every((name) => text.includes(name.replace(/\.gz$/, '')))) throw new Error('another version');
    const cache = await caches.open(cacheName);
    await Promise.all(kept.map(async (url) => cache.put(url, await fresh(url))));
    await cache.put(documentURL, page);
  })());
});

self.addEventListener('activate', (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(mine) && name !== cacheName) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

const newest = async (request) => {
  const cache = await caches.open(cacheName);
  const old = () => cache.match(documentURL);
  const late = new Promise((done) => { setTimeout(done, patience); }).then(old);
  try {
    const r = await Promise.race([fetch(request), late.then((r) => r || new Promise(() => {}))]);
    return r.status < 500 ? r : (await old()) || r;
  } catch (err) {
    const r = await old();
    if (r) return r;
    throw err;
  }
};

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== 'GET' || url.origin !== self.location.origin) return;
  const place = url.origin + url.pathname;
  if (e.request.mode === 'navigate' && (place === documentURL || place === documentURL + 'index.html')) {
    e.respondWith(newest(e.request));
  } else if (kept.includes(place)) {
    e.respondWith(caches.open(cacheName).then((c) => c.match(place)).then((r) => r || fetch(e.request)));
  }
});
