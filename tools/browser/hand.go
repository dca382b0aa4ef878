package browser

import (
	"fmt"
	"strconv"
)

// Enter is the key as Hand's keys names it.
const Enter = "\r"

// Hand works a page through its accessible mirror, in any browser: all it needs
// is to ask the page something and to press keys.
type Hand struct {
	eval func(js string, out any) error // a promise is awaited
	keys func(keys string) error        // at whatever has the focus
}

// find is the JavaScript for a control of the mirror.
func find(id string) string {
	return `document.querySelector('#mirror [data-id=` + strconv.Quote(id) + `]')`
}

// Has reports whether the mirror has a control.
func (h *Hand) Has(id string) (bool, error) {
	var has bool
	err := h.eval(find(id)+" !== null", &has)
	return has, err
}

// Value is what a control holds: the value of a field, the text of a status.
func (h *Hand) Value(id string) (string, error) {
	var v *string
	err := h.eval(`(() => { const e = `+find(id)+`; return e === null ? null : 'value' in e && e.tagName !== 'BUTTON' ? e.value : e.textContent; })()`, &v)
	if err == nil && v == nil {
		err = fmt.Errorf("the mirror has no control %q", id)
	}
	if err != nil {
		return "", err
	}
	return *v, nil
}

// Attr is an attribute of a control, "" when it has none.
func (h *Hand) Attr(id, name string) (string, error) {
	var v *string
	err := h.eval(`(() => { const e = `+find(id)+`; return e === null ? null : e.getAttribute(`+strconv.Quote(name)+`) ?? ''; })()`, &v)
	if err == nil && v == nil {
		err = fmt.Errorf("the mirror has no control %q", id)
	}
	if err != nil {
		return "", err
	}
	return *v, nil
}

// Focus puts the keyboard focus on a control, as soon as it is there and can take
// it: a page that has just drawn may not be laid out yet.
func (h *Hand) Focus(id string) error {
	for range 100 {
		var ok bool
		if err := h.eval(`new Promise((done) => { const e = `+find(id)+`; if (e) e.focus(); const has = e !== null && document.activeElement === e; if (has) done(true); else setTimeout(() => done(false), 20); })`, &ok); err != nil {
			return err
		}
		if ok {
			return nil
		}
	}
	return fmt.Errorf("%q cannot be focused", id)
}

// Focused is the control that has the focus, "" if none of the mirror has.
func (h *Hand) Focused() (string, error) {
	var id string
	err := h.eval(`document.activeElement?.dataset?.id ?? ''`, &id)
	return id, err
}

// Type replaces a field's text by typing, and presses Enter.
func (h *Hand) Type(id, text string) error {
	if err := h.Focus(id); err != nil {
		return err
	}
	var done bool
	if err := h.eval(`(`+find(id)+`.select(), true)`, &done); err != nil {
		return err
	}
	if text == "" {
		text = "\u007f"
	}
	if err := h.keys(text); err != nil {
		return err
	}
	return h.keys(Enter)
}

// Choose takes an option of a combobox, as a person's choice does.
func (h *Hand) Choose(id, value string) error {
	var ok bool
	if err := h.eval(`(() => {
		const e = `+find(id)+`;
		if (!e || ![...e.options].some((o) => o.value === `+strconv.Quote(value)+`)) return false;
		e.focus();
		e.value = `+strconv.Quote(value)+`;
		e.dispatchEvent(new Event('input', { bubbles: true }));
		e.dispatchEvent(new Event('change', { bubbles: true }));
		return true;
	})()`, &ok); err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%q does not offer %q", id, value)
	}
	return nil
}

// Press operates a button with the keyboard: focus and Enter.
func (h *Hand) Press(id string) error {
	if err := h.Focus(id); err != nil {
		return err
	}
	return h.keys(Enter)
}
