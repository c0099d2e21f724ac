import { CHANNEL_IDS } from '#shared/enums.ts';
import { isOutside, linkTo } from '#app/components/shell/outside-link.ts';
import { paths } from '#app/paths.ts';
import { litePaths } from '#shared/paths/lite-paths.ts';
import { replaysText } from '#app/text/zh-hk/replays.ts';
import { consentText } from '#app/text/zh-hk/consent.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { bulletinPath } from '#shared/paths/bulletin-paths.ts';
import { footer } from '#app/text/zh-hk/footer.ts';
import { shell } from '#app/text/zh-hk/shell.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Wordmark } from '#app/ui/wordmark.tsx';
import { AppCode } from './app-code.tsx';
import { APP_NAMES, STORES, type AppLinks, type AppName } from './app-store.ts';
import { LEGAL } from './legal-menu.ts';
import styles from './site-footer.module.css';
import { MenuLink } from './menu-link.tsx';

export interface FooterLinks {
  my903: string;
  pricing: string;
  social: { facebook: string; youtube: string; instagram: string };
  apps: Record<AppName, AppLinks>;
}

const SOCIAL = [
  { key: 'facebook', icon: 'thumbs-up' },
  { key: 'youtube', icon: 'square-play' },
  { key: 'instagram', icon: 'camera' },
] as const;

/** Contents of the footer, also used by the phone menu. `SiteFooter` handles its buttons. */
export function FooterBody({ links }: { links: FooterLinks }) {
  return (
    <div className="wrap">
      <div className={styles.grid}>
        <div>
          <a className={styles.mark} href={paths.home()}>
            <Wordmark label={shell.home} />
          </a>
          <p className={styles.tagline}>
            {footer.footTagline[0]}
            <br />
            {footer.footTagline[1]}
          </p>
          <div className={styles.social}>
            {SOCIAL.filter(({ key }) => links.social[key]).map(({ key, icon }) => (
              <a
                key={key}
                href={links.social[key]}
                target="_blank"
                rel="noopener external"
                aria-label={`${footer[key]}${shell.newWindow}`}
              >
                <Icon name={icon} />
              </a>
            ))}
          </div>
        </div>
        <div className={styles.columns}>
          <section>
            <h2>{footer.footListen}</h2>
            <ul>
              {CHANNEL_IDS.map((id) => (
                <li key={id}>
                  <a href={paths.live(id)}>{shell.channelNames[id]}</a>
                </li>
              ))}
              <li>
                <a href={paths.archives()}>{replaysText.replays}</a>
              </li>
              {links.pricing && (
                <li>
                  <a {...linkTo(links.pricing)}>
                    {shell.pricing}
                    {isOutside(links.pricing) && <span className="vh">{shell.newWindow}</span>}
                  </a>
                </li>
              )}
              <li>
                <a href={paths.timetable(881)}>{shell.navTimetable}</a>
              </li>
            </ul>
          </section>
          <section>
            <h2>{footer.footContent}</h2>
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
                <a href={bulletinPath}>{footer.bulletin}</a>
              </li>
              <li>
                <a href={paths.trafficMain()}>{infoText.footer.traffic}</a>
              </li>
            </ul>
          </section>
          <section>
            <h2>{footer.footSites}</h2>
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
              <li>
                <a href={paths.status()}>{footer.status}</a>
              </li>
              <li>
                <a href={litePaths.home()} data-document>
                  {footer.lite}
                </a>
              </li>
            </ul>
          </section>
        </div>
        <div>
          <h2>{footer.footApps}</h2>
          {APP_NAMES.filter((app) => STORES.some((store) => links.apps[app][store])).map((app) => (
            <button key={app} type="button" className={styles.app} data-app={app}>
              <AppCode app={app} sizePx={88} alt="" />
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
            <li>
              <button type="button" aria-haspopup="dialog" data-cookie-settings="">
                {consentText.title}
              </button>
            </li>
          </ul>
        </nav>
        <p>{footer.copyright}</p>
      </div>
    </div>
  );
}
