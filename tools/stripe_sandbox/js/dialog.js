// The bank's question to the customer, as a dialog over the page.

/** Resolve to 'success' or 'failure'. Closing the dialog is a failure. */
function askToAuthenticate(appearance) {
  const host = tag('div', { 'data-stripe-sandbox': 'authentication' });
  const root = host.attachShadow({ mode: 'open' });
  applyStyles(root, DIALOG_CSS, appearance);
  const dialog = tag('dialog', { 'aria-labelledby': 'question', 'aria-describedby': 'explanation' });
  const complete = tag('button', { type: 'button', class: 'main', value: 'success' }, 'Complete authentication');
  const fail = tag('button', { type: 'button', value: 'failure' }, 'Fail authentication');
  dialog.append(
    tag('h2', { id: 'question' }, 'Confirm it is you'),
    tag('p', { id: 'explanation' }, 'This is where your bank would ask you to confirm. This demo takes no real cards.'),
    tag('div', { class: 'actions' }, complete, fail),
  );
  root.append(dialog);
  document.body.append(host);
  return new Promise((resolve) => {
    let outcome = 'failure';
    for (const button of [complete, fail]) {
      button.addEventListener('click', () => {
        outcome = button.value;
        dialog.close();
      });
    }
    dialog.addEventListener('close', () => {
      host.remove();
      resolve(outcome);
    });
    dialog.showModal();
  });
}
