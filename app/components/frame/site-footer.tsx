import { useState } from 'react';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { paths } from '#app/paths.ts';
import { dialogs } from '#app/text/zh-hk/dialogs.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { APP_NAMES, storeFor, type AppLinks, type AppName } from './app-store.ts';
import { LEGAL } from './menu.ts';
import styles from './site-footer.module.css';
import { MenuLink } from './top-nav.tsx';

export interface FooterLinks {
  my903: string;
  social: { facebook: string; youtube: string; instagram: string };
  apps: Record<AppName, AppLinks>;
}

const SOCIAL = [
  { key: 'facebook', icon: 'thumbs-up' },
  { key: 'youtube', icon: 'square-play' },
  { key: 'instagram', icon: 'camera' },
] as const;
const STORES = ['ios', 'android', 'huawei'] as const;

/** A desktop's way to an app: a phone reads it. Phones do not draw it, so they do not load it either. */
function AppCode({ app, sizePx, alt = '' }: { app: AppName; sizePx: number; alt?: string }) {
  return (
    <img className={styles.code} src={paths.appCode(app)} alt={alt} width={sizePx} height={sizePx} loading="lazy" />
  );
}

export function SiteFooter({ links }: { links: FooterLinks }) {
  return (
    <footer className={`${styles.footer} on-ink`}>
      <FooterBody links={links} />
    </footer>
  );
}

/** What the foot of every page holds, which the menu of a phone holds too. */
export function FooterBody({ links }: { links: FooterLinks }) {
  const [card, setCard] = useState<AppName | null>(null);
  return (
    <>
      <div className="wrap">
        <div className={styles.grid}>
          <div>
            <a className={styles.mark} href={paths.home()}>
              <Wordmark label={shell.home} />
            </a>
            <p className={styles.tagline}>
              {shell.footTagline[0]}
              <br />
              {shell.footTagline[1]}
            </p>
            <div className={styles.social}>
              {SOCIAL.filter(({ key }) => links.social[key]).map(({ key, icon }) => (
                <a
                  key={key}
                  href={links.social[key]}
                  target="_blank"
                  rel="noopener external"
                  aria-label={`${shell[key]}${shell.newWindow}`}
                >
                  <Icon name={icon} />
                </a>
              ))}
            </div>
          </div>
          <div className={styles.columns}>
            <section>
              <h2>{shell.footListen}</h2>
              <ul>
                {CHANNEL_IDS.map((id) => (
                  <li key={id}>
                    <a href={paths.live(id)}>{shell.channelNames[id]}</a>
                  </li>
                ))}
                <li>
                  <a href={paths.timetable(881)}>{shell.navTimetable}</a>
                </li>
              </ul>
            </section>
            <section>
              <h2>{shell.footContent}</h2>
              <ul>
                <li>
                  <a href={paths.programs()}>{shell.navPrograms}</a>
                </li>
                <li>
                  <a href={paths.programHosts()}>{shell.navHosts}</a>
                </li>
                <li>
                  <a href={paths.news()}>{shell.navNews}</a>
                </li>
                <li>
                  <a href={paths.trafficMain()}>{infoText.footer.traffic}</a>
                </li>
              </ul>
            </section>
            <section>
              <h2>{shell.footSites}</h2>
              <ul>
                {links.my903 && (
                  <li>
                    <a href={links.my903} target="_blank" rel="noopener external">
                      {shell.navMy903}
                      <Icon name="arrow-up-right" />
                      <span className="vh">{shell.newWindow}</span>
                    </a>
                  </li>
                )}
                <li>
                  <a href={paths.contactUs()}>{infoText.footer.contact}</a>
                </li>
                <li>
                  <a href={paths.adService()}>{infoText.adService}</a>
                </li>
                <li>
                  <a href={paths.recruitment()}>{infoText.recruitment.title}</a>
                </li>
              </ul>
            </section>
          </div>
          <div>
            <h2>{shell.footApps}</h2>
            {APP_NAMES.filter((app) => STORES.some((store) => links.apps[app][store])).map((app) => (
              <button
                key={app}
                type="button"
                className={styles.app}
                onClick={() => {
                  const store = storeFor(navigator.userAgent);
                  // A phone goes to its store at once; a desktop chooses.
                  const address = store && links.apps[app][store];
                  if (address) location.assign(address);
                  else setCard(app);
                }}
              >
                <AppCode app={app} sizePx={88} />
                <Icon name="download" />
                <span>
                  <b>{shell.apps[app].name}</b>
                  {shell.apps[app].note}
                </span>
              </button>
            ))}
          </div>
        </div>
        <div className={styles.end}>
          <nav aria-label={infoText.footer.legal}>
            <ul className={styles.legal}>
              {LEGAL.map((item) => (
                <li key={item.key}>
                  <MenuLink item={item} />
                </li>
              ))}
            </ul>
          </nav>
          <p>{shell.copyright}</p>
        </div>
      </div>
      {card && (
        <Dialog
          title={shell.appCardTitle(shell.apps[card].name)}
          onClose={() => setCard(null)}
          closeLabel={dialogs.close}
        >
          <div className={styles.card}>
            <AppCode app={card} sizePx={200} alt={shell.appCode(shell.apps[card].name)} />
            <p>{shell.appCardScan}</p>
          </div>
          <p>{shell.appCardNote}</p>
          <div className={styles.stores}>
            {STORES.filter((store) => links.apps[card][store]).map((store) => (
              <ButtonLink key={store} tone="outline" href={links.apps[card][store]} target="_blank" rel="noopener">
                {shell.stores[store]}
              </ButtonLink>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}
