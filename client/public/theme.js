// Before anything is drawn: the theme that was chosen, or the system's.
(function () {
  var chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem('wg-settings') || '{}').theme;
  } catch (e) {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
