import { useEffect, useRef, useState } from "react";
import { Button } from "@/design/components/Button";
import type { IconName } from "@/design/icons";
import { useTexts } from "@/text";
import { langOf } from "./model";
import { NotOpened } from "./opened";
import { useReader } from "./reader";
import styles from "./report.module.css";

interface SectionStripProps {
  current: string | undefined;
  onGo: (section: string) => void;
}

/** The parts of the report, always in reach; the one that is read is marked, and in sight. */
export function SectionStrip({ current, onGo }: SectionStripProps) {
  const { t } = useTexts();
  const { reading } = useReader();
  const strip = useRef<HTMLElement>(null);
  const hidden = useHidden(strip);
  useEffect(() => {
    const shown = current && strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (!shown || !strip.current) return;
    const { offsetLeft, offsetWidth } = shown;
    strip.current.scrollLeft = offsetLeft - (strip.current.clientWidth - offsetWidth) / 2;
  }, [current]);
  const scroll = (way: 1 | -1) =>
    strip.current?.scrollBy({ left: way * 0.7 * strip.current.clientWidth });
  return (
    <div className={styles.strip} data-before={hidden.before} data-after={hidden.after}>
      {hidden.before && <More icon="back" onPress={() => scroll(-1)} />}
      <nav ref={strip} aria-label={t("report-sections")} lang={langOf(reading.language)}>
        {reading.sections.map((section) => (
          <a
            key={section.id}
            href={`#${section.id}`}
            aria-current={section.id === current ? "location" : undefined}
            onClick={(event) => {
              event.preventDefault();
              onGo(section.id);
            }}
          >
            {section.title}
            <NotOpened on="section" id={section.id} brief />
          </a>
        ))}
      </nav>
      {hidden.after && <More icon="next" onPress={() => scroll(1)} />}
    </div>
  );
}

/** Shows more of the row. Keys come to the parts themselves, which then come into sight: it is for a pointer. */
function More(props: { icon: IconName; onPress: () => void }) {
  const { t } = useTexts();
  return <Button kind="bare" excludeFromTabOrder aria-label={t("more")} {...props} />;
}

/** Whether a row that scrolls goes on before and after what is seen of it. */
function useHidden(row: React.RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ before: false, after: false });
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const find = () => {
      const before = element.scrollLeft > 1;
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setHidden((known) =>
        known.before === before && known.after === after ? known : { before, after },
      );
    };
    const sizes = new ResizeObserver(find);
    sizes.observe(element);
    for (const part of element.children) sizes.observe(part);
    element.addEventListener("scroll", find, { passive: true });
    find();
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", find);
    };
  }, [row]);
  return hidden;
}
