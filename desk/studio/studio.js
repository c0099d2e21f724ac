/*
 * The studio screen, for browsers of 2015: ES5, no modules, no fetch, no promises (enforced by `studio-page.test.ts`).
 * The server's clock is used, with only differences of the tablet's.
 */
(function () {
  'use strict';

  var POLL_MS = 5000;
  var MAX_WAIT_MS = 30000;
  var TIMEOUT_MS = 8000;
  var STALE_MS = 15000;
  // A finger that bounces is one press.
  var BOUNCE_MS = 500;
  var MAX_PRESSES = 50;
  var HK_MS = 8 * 3600000;

  var given = JSON.parse(document.body.getAttribute('data-studio'));
  var text = given.text;

  var state = null;
  var shown = {};
  var readAt = 0;
  var offset = 0;
  var failures = 0;
  var timer = null;
  var isAsking = false;
  var hasEnded = false;
  var presses = [];
  var isSending = false;
  var retryTimer = null;
  var lastPress = {};
  var chosenLetter = null;
  var readHere = {};

  function byId(id) {
    return document.getElementById(id);
  }

  function say(id, words) {
    var element = byId(id);
    if (element.textContent !== words) element.textContent = words;
  }

  /* The age is outside the alert, which would be read aloud each second. */
  function sayFault(words, age) {
    say('state', words);
    say('age', age);
    byId('fault').hidden = words === '';
  }

  function node(name, words, className) {
    var element = document.createElement(name);
    if (words) element.textContent = words;
    if (className) element.className = className;
    return element;
  }

  function serverNow() {
    return Date.now() + offset;
  }

  function two(number) {
    return number < 10 ? '0' + number : String(number);
  }

  function clockOf(ms, hasSeconds) {
    var date = new Date(ms + HK_MS);
    var words = two(date.getUTCHours()) + ':' + two(date.getUTCMinutes());
    return hasSeconds ? words + ':' + two(date.getUTCSeconds()) : words;
  }

  function lengthOf(ms) {
    var seconds = Math.max(0, Math.ceil(ms / 1000));
    var hours = Math.floor(seconds / 3600);
    var rest = two(Math.floor((seconds % 3600) / 60)) + ':' + two(seconds % 60);
    return hours > 0 ? hours + ':' + rest : rest;
  }

  function ageOf(ms) {
    var seconds = Math.max(0, Math.round(ms / 1000));
    return seconds < 120 ? seconds + ' ' + text.seconds : Math.floor(seconds / 60) + ' ' + text.minutes;
  }

  /* Calls `done` with the status, 0 without an answer, and the reply. */
  function send(method, path, body, done) {
    var request = new XMLHttpRequest();
    var isDone = false;
    function finish(status) {
      if (isDone) return;
      isDone = true;
      var reply = null;
      try {
        reply = JSON.parse(request.responseText).response;
      } catch (fault) {
        // Not an answer of ours, such as the page of a proxy.
        if (fault && status === 200) status = 0;
      }
      done(status, reply);
    }
    request.open(method, path);
    request.timeout = TIMEOUT_MS;
    request.onload = function () {
      finish(request.status);
    };
    request.onerror =
      request.ontimeout =
      request.onabort =
        function () {
          finish(0);
        };
    if (body) request.setRequestHeader('Content-Type', 'application/json');
    request.send(body ? JSON.stringify(body) : null);
  }

  function end(words) {
    hasEnded = true;
    clearTimeout(timer);
    presses = [];
    state = null;
    sayFault(words, '');
    byId('main').hidden = true;
    byId('keys').hidden = true;
  }

  /* Draws a list again only if it has changed, so that nothing jumps under a finger. */
  function hasChanged(name, value) {
    var now = JSON.stringify(value);
    if (shown[name] === now) return false;
    shown[name] = now;
    return true;
  }

  function emptied(id) {
    var list = byId(id);
    while (list.firstChild) list.removeChild(list.firstChild);
    return list;
  }

  function songLine(label, song, isNow) {
    var line = node('li');
    line.appendChild(node('span', label, 'when'));
    line.appendChild(node(isNow ? 'b' : 'span', song.title + (song.artist ? '　' + song.artist : '')));
    var span = clockOf(song.starts_ms) + (song.ends_ms ? '–' + clockOf(song.ends_ms) : '');
    line.appendChild(node('span', ' ' + span, 'quiet'));
    return line;
  }

  function drawSongs() {
    var songs = state.songs;
    if (!hasChanged('songs', songs)) return;
    var list = emptied('songs');
    if (songs.next) list.appendChild(songLine(text.songNext, songs.next, false));
    if (songs.current) list.appendChild(songLine(text.songNow, songs.current, true));
    for (var i = 0; i < songs.former.length; i += 1)
      list.appendChild(songLine(text.songsFormer, songs.former[i], false));
    if (!list.firstChild) list.appendChild(node('li', text.noSongs, 'quiet'));
  }

  function isRead(letter) {
    return letter.read_out_ms !== null || readHere[letter.letter_id] === true;
  }

  /* The letter that the button marks as read: the one touched, or the first unread one. */
  function letterToRead() {
    var first = null;
    for (var i = 0; i < state.letters.length; i += 1) {
      var letter = state.letters[i];
      if (isRead(letter)) continue;
      if (letter.letter_id === chosenLetter) return letter;
      if (first === null) first = letter;
    }
    return first;
  }

  function drawReadKey() {
    var letter = letterToRead();
    byId('read').disabled = letter === null;
    say('read-note', letter === null ? text.noLetter : letter.name);
    return letter;
  }

  function drawLetters() {
    var letter = drawReadKey();
    var toRead = letter && letter.letter_id;
    if (!hasChanged('letters', [state.letters, readHere, toRead])) return;
    var hadFocus = document.activeElement && document.activeElement.id;
    var list = emptied('letters');
    for (var i = 0; i < state.letters.length; i += 1) list.appendChild(letterLine(state.letters[i], toRead));
    if (!list.firstChild) list.appendChild(node('li', text.noLetters, 'quiet'));
    if (hadFocus && hadFocus.indexOf('letter-') === 0 && byId(hadFocus)) byId(hadFocus).focus();
  }

  function letterLine(letter, toRead) {
    var line = node('li');
    var id = 'letter-' + letter.letter_id;
    var radio = node('input');
    radio.type = 'radio';
    radio.name = 'letter';
    radio.id = id;
    radio.disabled = isRead(letter);
    radio.checked = letter.letter_id === toRead;
    radio.onchange = function () {
      chosenLetter = letter.letter_id;
      if (state) drawLetters();
    };
    var label = node('label', '', isRead(letter) ? 'done' : '');
    label.htmlFor = id;
    label.appendChild(node('b', letter.name + (isRead(letter) ? '　' + text.read : '')));
    label.appendChild(document.createTextNode(letter.text));
    line.appendChild(radio);
    line.appendChild(label);
    return line;
  }

  function drawMarks() {
    if (!hasChanged('marks', state.marks)) return;
    var list = emptied('marks');
    for (var i = state.marks.length - 1; i >= 0; i -= 1) {
      var mark = state.marks[i];
      var line = node('li');
      line.appendChild(node('span', clockOf(mark.at_ms, true), 'when'));
      line.appendChild(node('span', mark.title + ' '));
      if (i === state.marks.length - 1) line.appendChild(takeBackKey(mark));
      list.appendChild(line);
    }
    if (!list.firstChild) list.appendChild(node('li', text.noMarks, 'quiet'));
  }

  function takeBackKey(mark) {
    var key = node('button', text.takeBack);
    key.type = 'button';
    key.setAttribute('aria-label', text.takeBack + ' ' + mark.title);
    key.onclick = function () {
      key.disabled = true;
      send('POST', '/api/studio/marks/' + mark.mark_id + '/take-back', {}, function (status) {
        if (status === 401) return end(text.ended);
        if (status === 200) {
          // Its letter may be read again.
          readHere = {};
          return ask();
        }
        key.disabled = false;
        say('said', text.notTaken);
      });
    };
    return key;
  }

  function draw() {
    byId('main').hidden = false;
    byId('keys').hidden = false;
    say('channel', given.channels[state.channel] || String(state.channel));
    say('screen', state.screen);
    say('on-air', state.on_air.title);
    say('next', state.next ? text.next + ' ' + clockOf(state.next.starts_ms) + ' ' + state.next.title : '');
    say('listeners', String(state.listeners));
    drawSongs();
    drawLetters();
    drawMarks();
    tick();
  }

  function tick() {
    if (readAt > 0) say('clock', clockOf(serverNow(), true));
    if (hasEnded || state === null) return;
    say('left', lengthOf(state.on_air.ends_ms - serverNow()));
    var age = Date.now() - readAt;
    var isStale = failures > 0 || age > STALE_MS;
    sayFault(isStale ? text.offline : '', isStale ? text.since + ' ' + ageOf(age) + text.ago : '');
    // Overdue, such as on a tablet that slept.
    if (age > MAX_WAIT_MS + TIMEOUT_MS && !isAsking) ask();
  }

  function askLater() {
    clearTimeout(timer);
    var wait = failures === 0 ? POLL_MS : Math.min(MAX_WAIT_MS, POLL_MS * Math.pow(2, failures - 1));
    timer = setTimeout(ask, wait);
  }

  function ask() {
    if (isAsking || hasEnded) return;
    isAsking = true;
    clearTimeout(timer);
    var askedAt = Date.now();
    send('GET', '/api/studio/state', null, function (status, reply) {
      isAsking = false;
      if (hasEnded) return;
      if (status === 401) return end(state === null ? text.noLink : text.ended);
      if (status === 200 && reply) {
        failures = 0;
        readAt = Date.now();
        offset = reply.now_ms - (askedAt + readAt) / 2;
        state = reply;
        draw();
        flush();
      } else {
        failures += 1;
        if (state === null) sayFault(text.offline, '');
        tick();
      }
      askLater();
    });
  }

  function sayWaiting() {
    if (presses.length > 0) say('said', text.waiting + presses.length);
  }

  function retryLater() {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(flush, POLL_MS);
  }

  /* Sends presses in order. One without an answer stays, and is the same mark when it is sent again. */
  function flush() {
    if (isSending || hasEnded || presses.length === 0) return;
    var press = presses[0];
    var age = Math.max(0, Date.now() - press.pressedAt);
    // The answer takes a while, too.
    if (age > given.lateMs - TIMEOUT_MS) {
      presses.shift();
      say('said', text.tooOld);
      return flush();
    }
    press.body.age_ms = age;
    isSending = true;
    send('POST', '/api/studio/marks', press.body, function (status, reply) {
      isSending = false;
      if (hasEnded) return;
      if (status === 401) return end(text.ended);
      if (status === 0 || status === 429 || status >= 500) {
        sayWaiting();
        return retryLater();
      }
      presses.shift();
      if (status === 200) say('said', text.marked + ' ' + clockOf(reply.at_ms, true) + ' ' + reply.title);
      else {
        if (press.body.letter_id) delete readHere[press.body.letter_id];
        say('said', status === 409 ? text.tooMany : text.refused);
      }
      if (presses.length > 0) flush();
      else ask();
    });
  }

  function press(kind, title, letterId) {
    var now = Date.now();
    if (hasEnded || (lastPress[kind] && now - lastPress[kind] < BOUNCE_MS) || presses.length >= MAX_PRESSES)
      return false;
    lastPress[kind] = now;
    var key = now.toString(36) + '-' + Math.random().toString(36).slice(2) + '-' + presses.length;
    var body = { press_key: key, kind: kind, title: title };
    if (letterId) body.letter_id = letterId;
    presses.push({ pressedAt: now, body: body });
    if (isSending || failures > 0) sayWaiting();
    flush();
    return true;
  }

  byId('mark').onclick = function () {
    var name = byId('name');
    if (press('moment', name.value.trim() || text.moment)) name.value = '';
  };

  byId('read').onclick = function () {
    var letter = state && letterToRead();
    if (!letter || !press('read-out', text.letter, letter.letter_id)) return;
    readHere[letter.letter_id] = true;
    chosenLetter = null;
    drawLetters();
  };

  /* The token of the link becomes a cookie and leaves the address. Kept until then, for a network that is not there yet. */
  function enter() {
    var token = location.hash.slice(1);
    if (token === '') return ask();
    send('POST', '/api/studio/enter', { token: token }, function (status) {
      if (status === 0 || status >= 500) {
        failures += 1;
        sayFault(text.offline, '');
        setTimeout(enter, POLL_MS);
        return;
      }
      history.replaceState(null, '', location.pathname);
      if (status === 200) {
        failures = 0;
        ask();
      } else end(status === 429 ? text.tooOften : text.ended);
    });
  }

  addEventListener('online', ask);
  // Another link in the same tab.
  addEventListener('hashchange', function () {
    if (location.hash.length > 1) location.reload();
  });
  setInterval(tick, 1000);
  enter();
})();
