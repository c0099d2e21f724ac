import { useState } from 'react';
import { useLinks } from '#app/links.ts';
import { close } from '#app/player/player.store.ts';
import { isReplay } from '#app/player/sources/replay.ts';
import { usePlayer } from '#app/player/use-player.ts';
import { vodOf } from '#app/player/player.state.ts';
import { endlessText } from '#app/text/zh-hk/endless.ts';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Mood } from './endless-turn.ts';
import styles from './song-pages.module.css';

const text = endlessText.turn;

/** Plays the songs of the list one after another, in the one player. */
