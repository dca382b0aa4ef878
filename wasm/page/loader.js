// Fetches and starts the playground, and says clearly why when it cannot.
// It knows nothing of what it loads.
'use strict';
(() => {
  // compile makes a module of a stream of bytes. A host that compresses sends the
  // packed file unpacked already, which the first bytes tell.
  const compile = async (body, packed) => {
    if (packed) body = await unpacked(body);
    const wasm = new Response(body, { headers: { 'Content-Type': 'application/wasm' } });
    if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(wasm);
    return WebAssembly.compile(await wasm.arrayBuffer());
  };

  const unpacked = async (body) => {
    const reader = body.getReader();
    const first = await reader.read();
    const rest = new ReadableStream({
      start(out) { if (!first.done) out.enqueue(first.value); },
      async pull(out) {
        const next = await reader.read();
        if (next.done) out.close(); else out.enqueue(next.value);
      },
      cancel(why) { return reader.cancel(why); },
    });
    const gzip = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
    return gzip ? rest.pipeThrough(new DecompressionStream('gzip')) : rest;
  };

  // As a worker of the page this file compiles what it is given: see beside.
  if (typeof document === 'undefined') {
    const { readable, writable } = new TransformStream();
    const pieces = writable.getWriter();
    self.onmessage = (e) => { (e.data ? pieces.write(e.data) : pieces.close()).catch(() => {}); }; // compile tells it
    compile(readable, true).then((module) => postMessage({ module }), (e) => postMessage(String(e.message || e)));
    postMessage('here');
    return;
  }

  const script = document.currentScript;
  const query = new URLSearchParams(location.search);
  const asked = query.get('lang');
  const lang = asked === 'zh' || asked === 'en' ? asked : /^zh/i.test(navigator.language || '') ? 'zh' : 'en';
  const words = {
    loading: { en: 'Loading …', zh: '正在加载…' },
    starting: { en: 'Starting …', zh: '正在启动…' },
    retry: { en: 'Try again', zh: '重试' },
    old: {
      en: 'This browser is too old for Lockstep: it lacks WebAssembly or the means to unpack it. A current Chrome, Edge, Firefox or Safari can.',
      zh: '此浏览器版本过旧，不支持 WebAssembly 或无法解压，不能运行 Lockstep。请使用新版 Chrome、Edge、Firefox 或 Safari。',
    },
    missing: { en: 'A file of Lockstep is missing on the server:', zh: '服务器上缺少 Lockstep 的文件：' },
    network: { en: 'Lockstep could not be fetched. Is the network up?', zh: '无法下载 Lockstep，请检查网络。' },
    blocked: { en: 'The browser refused to run Lockstep’s WebAssembly:', zh: '浏览器拒绝运行 Lockstep 的 WebAssembly：' },
    stopped: { en: 'Lockstep stopped because of an error of its own. Reload to go on where you were.', zh: 'Lockstep 因自身错误停止。重新加载即可从原处继续。' },
  };
  const say = (key) => words[key][lang];
  const loading = document.getElementById('loading');
  const progress = document.getElementById('progress');
  const text = document.getElementById('words');
  const retry = document.getElementById('retry');

  document.documentElement.lang = lang;
  document.documentElement.dataset.lockstep = 'loading';
  text.textContent = say('loading');
  retry.textContent = say('retry');
  retry.addEventListener('click', () => location.reload());

  const fail = (key, detail) => {
    loading.hidden = false;
    progress.hidden = true;
    retry.hidden = false;
    text.className = 'bad';
    text.setAttribute('role', 'alert');
    text.textContent = say(key) + (detail ? '\n' + detail : '');
    document.documentElement.dataset.lockstep = 'failed';
  };

  // window.lockstep is there from the start, so that a page's own script can
  // wait for ready before the playground has been fetched.
  let drawn;
  window.lockstep = { ready: new Promise((resolve) => { drawn = resolve; }) };
  window.addEventListener('lockstep-drawn', (e) => {
    loading.hidden = true;
    document.documentElement.dataset.lockstep = 'ready';
    drawn(e.detail);
    remember();
  }, { once: true });

  // From the second visit on the playground opens without a network. An embed
  // writes no storage; where a worker is forbidden, the page works without.
  const remember = () => {
    if (query.get('embed') === '1' || !script.dataset.worker || !/^https?:$/.test(location.protocol)) return;
    try {
      navigator.serviceWorker.register(script.dataset.worker).catch(() => {});
    } catch (e) { /* no such thing here */ }
  };

  // The first context that a browser makes takes it long, and holds up whatever else
  // the page does: so it is asked for while the program is under way, once the
  // title is to be seen. It is made as Ebitengine asks for its own, which gets this one.
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 16;
  const hasWebGL2 = () => !!canvas.getContext('webgl2', { alpha: true, premultipliedAlpha: true, stencil: true });

  // Nothing that takes long begins before the title is laid out, or even seen. A page
  // that nobody looks at is never painted: it does not wait for ever.
  const either = (first, patience) => new Promise((done) => { first(done); setTimeout(done, patience); });
  const laidOut = () => either((done) => requestAnimationFrame(() => setTimeout(done)), 100);
  const seen = () => either((done) => {
    new PerformanceObserver((list) => { if (list.getEntriesByName('first-contentful-paint').length) done(); }).observe({ type: 'paint', buffered: true });
  }, 300);

  // The compressed file is asked for first, so that the download is as small
  // on hosts that do not compress.
  const packed = typeof DecompressionStream === 'function';
  const source = script.dataset.wasm + (packed ? '.gz' : '');
  const total = Number(packed ? script.dataset.packed : script.dataset.bytes) || 0;

  const fetched = async () => {
    let response;
    try {
      response = await fetch(source);
    } catch (e) {
      fail('network', String(e.message || e));
      return null;
    }
    if (!response.ok) {
      fail('missing', source + ' (' + response.status + ')');
      return null;
    }
    return response;
  };

  // counted hands over a body piece by piece, and shows how much of it is here.
  const counted = async (body, take) => {
    const reader = body.getReader();
    for (let got = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return take(null);
      got += value.byteLength;
      if (total) progress.value = Math.min(got / total, 1);
      take(value);
    }
  };

  // Unpacking and compiling go on beside the page, which has its title to lay out and
  // its context to make. It gets the pieces as they come, and gives back the module.
  // Where there is no worker to be had, it is all done here.
  const beside = () => new Promise((done) => {
    if (!packed) { done(null); return; }
    try {
      const w = new Worker(script.src);
      w.onerror = () => done(null);
      w.onmessage = () => done(w);
    } catch (e) { done(null); }
  });

  const compiled = async (response, helper) => {
    if (!response.body) return WebAssembly.compile(await response.arrayBuffer());
    const w = await helper;
    if (!w) {
      const { readable, writable } = new TransformStream();
      const out = writable.getWriter();
      const [module] = await Promise.all([
        compile(readable, packed),
        counted(response.body, (piece) => (piece ? out.write(piece) : out.close())).catch((e) => out.abort(e)),
      ]);
      return module;
    }
    const module = new Promise((done, failed) => {
      w.onerror = (e) => failed(new Error(e.message));
      w.onmessage = (e) => (e.data.module ? done(e.data.module) : failed(new Error(e.data)));
    });
    const all = counted(response.body, (piece) => w.postMessage(piece, piece ? [piece.buffer] : []));
    return Promise.race([module, all.then(() => module)]).finally(() => w.terminate());
  };

  // A document without an origin (from disk, or in a frame that is sandboxed)
  // may not fetch anything, but it may run scripts. The same packed file is
  // there as scripts too, which hand it over piece by piece.
  const pieces = () => new Promise((done, failed) => {
    const names = script.dataset.pieces.split(' ');
    const parts = [];
    window.lockstep.piece = (text) => parts.push(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
    const next = (i) => {
      progress.value = i / names.length;
      if (i === names.length) { done(new Blob(parts)); return; }
      const s = document.createElement('script');
      s.src = names[i];
      s.addEventListener('load', () => next(i + 1));
      s.addEventListener('error', () => failed(names[i]));
      document.head.append(s);
    };
    next(0);
  });

  // One file that holds everything has the program in a block of its own.
  const inline = document.getElementById('packed');
  const unwrapped = () => {
    const text = inline.textContent;
    inline.remove();
    const step = 1 << 20; // a multiple of four characters
    const parts = [];
    for (let i = 0; i < text.length; i += step) parts.push(Uint8Array.from(atob(text.slice(i, i + step)), (c) => c.charCodeAt(0)));
    return new Response(new Blob(parts));
  };

  const withoutOrigin = async () => {
    if (!packed) { fail('old'); return null; }
    if (inline) return unwrapped();
    let blob;
    try {
      blob = await pieces();
    } catch (name) {
      fail('missing', String(name));
      return null;
    }
    delete window.lockstep.piece;
    return new Response(blob);
  };

  // While this runs, whoever makes a canvas gets the one whose context is there.
  const withCanvas = (run) => {
    const make = document.createElement;
    document.createElement = (...name) => {
      if (name[0] !== 'canvas') return make.apply(document, name);
      delete document.createElement;
      return canvas;
    };
    try {
      return run();
    } finally {
      delete document.createElement;
    }
  };

  // Ebitengine asks for every animation frame, if only to see that there is
  // nothing to draw. It takes this function in place of the browser's when it
  // starts: its request is held until a picture is wanted, so that a page at
  // rest costs nothing.
  const gate = (request) => {
    let wanted = false;
    let held = null;
    window.lockstep.wake = () => {
      if (held === null) { wanted = true; return; }
      request(held);
      held = null;
    };
    return (callback) => {
      if (!wanted) { held = callback; return 0; }
      wanted = false;
      return request(callback);
    };
  };

  // What the program has to tell the elements of its document comes as one text, in
  // lines of four parts: an element by its number, what to do, a name, a value.
  const elements = [];
  window.lockstep.element = (n, e) => { elements[n] = e; };
  window.lockstep.tell = (text) => {
    const parts = text.split('\0');
    for (let i = 0; i + 4 < parts.length; i += 4) {
      const e = elements[parts[i]], name = parts[i + 2], value = parts[i + 3];
      switch (parts[i + 1]) {
        case '=': e.setAttribute(name, value); break;
        case '-': e.removeAttribute(name); break;
        case '.': e[name] = value; break;
        case 'c': e.style.cssText = value; break;
        case 'd': e.setAttribute('aria-description', value); e.title = value; break;
        case 't': if (e.firstChild) e.firstChild.data = value; else e.textContent = value; break;
        case 'v': if (e.value !== value) e.value = value; break;
      }
    }
  };

  const start = async () => {
    if (typeof WebAssembly !== 'object' || typeof Promise !== 'function' || typeof Go !== 'function') {
      fail(typeof WebAssembly === 'object' ? 'missing' : 'old', typeof WebAssembly === 'object' ? 'wasm_exec.js' : '');
      return;
    }
    const apart = inline || window.origin === 'null' || location.protocol === 'file:';
    const coming = apart ? seen().then(withoutOrigin) : fetched();
    const helper = apart ? null : beside();
    await laidOut();
    const look = seen().then(() => { window.lockstep.plain = !hasWebGL2(); }); // then it draws on paper
    const response = await coming;
    if (!response) return;
    let module;
    try {
      [module] = await Promise.all([compiled(response, helper), look]);
    } catch (e) {
      fail(e instanceof TypeError ? 'network' : 'blocked', String(e.message || e));
      return;
    }
    text.textContent = say('starting');
    const go = new Go();
    go.env = { GOGC: '50' }; // until the first picture: memory once taken is never given back
    const instance = await WebAssembly.instantiate(module, go.importObject);
    const whole = window.requestAnimationFrame;
    window.requestAnimationFrame = gate(whole.bind(window));
    const run = withCanvas(() => go.run(instance));
    window.requestAnimationFrame = whole;
    await run;
    fail('stopped');
  };
  start().catch((e) => fail('stopped', String(e && e.message || e)));
})();
