import { channelText } from '#app/text/zh-hk/channels.ts';
import { studioText as text } from '#app/text/zh-hk/studio.ts';
import { MAX_LATE_MS, MAX_TITLE_CHARS } from '#domain/studio/studio.rules.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Texts of the script, and its limits. It can import nothing. */
const forScript = JSON.stringify({
  text,
  channels: Object.fromEntries(CHANNEL_IDS.map((id) => [id, channelText[id].name])),
  lateMs: MAX_LATE_MS,
});

/** The document of the screen, with the addresses of its script and style. */
export const studioPage = ({ script, style }: { script: string; style: string }): string => `<!doctype html>
<html lang="zh-Hant-HK">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(text.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body data-studio="${escaped(forScript)}">
<header>
<h1 id="channel">${escaped(text.title)}</h1>
<p id="screen"></p>
<p id="clock"></p>
</header>
<p id="fault"><span id="state" role="alert">${escaped(text.loading)}</span> <span id="age"></span></p>
<main id="main" hidden>
<div class="side">
<section>
<h2>${escaped(text.onAir)}</h2>
<p id="on-air" class="big"></p>
<p><span>${escaped(text.left)}</span> <b id="left" class="count"></b></p>
<p id="next" class="quiet"></p>
</section>
<section>
<h2>${escaped(text.songs)}</h2>
<ol id="songs"></ol>
</section>
<section>
<h2>${escaped(text.listeners)}</h2>
<p><b id="listeners" class="count"></b> ${escaped(text.people)}</p>
</section>
<section>
<h2>${escaped(text.marks)}</h2>
<ol id="marks"></ol>
</section>
</div>
<div class="side">
<section>
<h2>${escaped(text.letters)}</h2>
<ul id="letters"></ul>
</section>
</div>
</main>
<footer id="keys" hidden>
<p id="said" role="status"></p>
<label for="name">${escaped(text.name)}</label>
<input id="name" maxlength="${MAX_TITLE_CHARS}" autocomplete="off">
<div class="keys">
<button type="button" id="mark">${escaped(text.mark)}<small>${escaped(text.markNote)}</small></button>
<button type="button" id="read" disabled>${escaped(text.readOut)}<small id="read-note">${escaped(text.noLetter)}</small></button>
</div>
</footer>
<script src="${script}"></script>
</body>
</html>
`;
