// <lockstep-playground lesson="02" lang="zh"></lockstep-playground>
//
// A frame with the playground that is loaded when any of it comes into view and
// takes the height that it asks for. Attributes are those of the address: lesson,
// scenario, lang, theme, panels, readonly, autoplay, speed, t; "scene" takes the
// part behind the # of a copied link, and "label" the frame's title. This script
// may stand on any host; the playground is looked for beside it.
'use strict';
(() => {
  const home = new URL('.', document.currentScript.src);
  const parameters = ['lesson', 'scenario', 'lang', 'theme', 'panels', 'readonly', 'autoplay', 'speed', 't'];

  // A browser's own lazy loading begins some screens ahead: on a page of many
  // playgrounds all would load and run at once. So a frame gets its address when it
  // is seen. Where that cannot be told, the browser's own has to do.
  const eye = typeof IntersectionObserver === 'function' && new IntersectionObserver((entries) => {
    for (const e of entries) {
      if (!e.isIntersecting) continue;
      eye.unobserve(e.target);
      e.target.open();
    }
  });

  class LockstepPlayground extends HTMLElement {
    static observedAttributes = [...parameters, 'scene', 'label'];
    #frame = null;
    #seen = !eye;
    #hear = (e) => {
      const m = e.data;
      if (!this.#frame || e.source !== this.#frame.contentWindow || !m || m.lockstep !== 1) return;
      if (m.type === 'resize' && Number.isFinite(m.height) && !this.hasAttribute('height')) {
        this.#frame.style.height = Math.min(Math.max(m.height, 200), 4000) + 'px';
      }
      this.dispatchEvent(new CustomEvent('lockstep-' + m.type, { detail: m }));
    };

    connectedCallback() {
      window.addEventListener('message', this.#hear);
      this.#show();
    }

    disconnectedCallback() {
      window.removeEventListener('message', this.#hear);
      if (eye) eye.unobserve(this);
      this.#seen = !eye;
      this.#frame?.remove();
      this.#frame = null;
    }

    // open loads the playground, if it has not been seen yet.
    open() {
      this.#seen = true;
      if (this.isConnected) this.#show();
    }

    attributeChangedCallback() {
      if (this.isConnected) this.#show();
    }

    #show() {
      const url = new URL('index.html', home);
      url.searchParams.set('embed', '1');
      for (const name of parameters) {
        const value = this.getAttribute(name);
        if (value !== null) url.searchParams.set(name, value === '' ? '1' : value);
      }
      url.hash = this.getAttribute('scene') || '';
      const frame = this.#frame || document.createElement('iframe');
      frame.title = this.getAttribute('label') || 'Lockstep';
      frame.loading = 'lazy';
      frame.allow = 'clipboard-write; fullscreen';
      frame.style.cssText = 'display:block;width:100%;border:0;height:' + (this.getAttribute('height') || '420') + 'px';
      if (this.#seen && frame.src !== url.href) frame.src = url.href;
      if (!this.#frame) {
        this.#frame = frame;
        this.style.display = 'block';
        this.append(frame);
        if (eye) eye.observe(this);
      }
    }
  }
  if (!customElements.get('lockstep-playground')) customElements.define('lockstep-playground', LockstepPlayground);
})();
