import QtQuick
import QtTest
import Voxnotch.Theme

TestCase {
    id: testCase

    // Relative luminance and contrast of WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    function channel(value: real): real {
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }

    function luminance(shown: color): real {
        return 0.2126 * channel(shown.r) + 0.7152 * channel(shown.g) + 0.0722 * channel(shown.b);
    }

    function over(top: color, below: color): color {
        const a = top.a;
        return Qt.rgba(top.r * a + below.r * (1 - a), top.g * a + below.g * (1 - a), top.b * a + below.b * (1
                                                                                                            - a), 1);
    }

    function contrast(ink: color, surface: color): real {
        const one = luminance(over(ink, surface));
        const two = luminance(surface);
        return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    }

    function cleanup() {
        Theme.notchDark = true;
        Theme.reducedMotion = false;
        Theme.textScale = 1;
    }

    function test_words_hold_wcag_aa_data(): var {
    const rows = [];
    for (const scheme of ["dark", "light"]) {
        for (const ink of ["ink1", "ink2", "ink3", "badText", "goodText", "warnText", "accentText"]) {
            for (const surface of ["surface", "surfaceRaised"]) {
                rows.push({
                    tag: scheme + " " + ink + " on " + surface,
                    roles: scheme === "dark" ? Theme.darkRoles : Theme.lightRoles,
                    ink: ink,
                    surface: surface,
                    least: 4.5
                });
            }
        }
        for (const mark of ["accent", "good", "bad", "focus", "warn"]) {
            rows.push({
                tag: scheme + " mark " + mark,
                roles: scheme === "dark" ? Theme.darkRoles : Theme.lightRoles,
                ink: mark,
                surface: "surface",
                least: 3
            });
        }
        rows.push({
            tag: scheme + " words on accent",
            roles: scheme === "dark" ? Theme.darkRoles : Theme.lightRoles,
            ink: "accentInk",
            surface: "accent",
            least: 4.5
        });
        rows.push({
            tag: scheme + " words on bad",
            roles: scheme === "dark" ? Theme.darkRoles : Theme.lightRoles,
            ink: "badInk",
            surface: "bad",
            least: 4.5
        });
        rows.push({
            tag: scheme + " knob on accent",
            roles: scheme === "dark" ? Theme.darkRoles : Theme.lightRoles,
            ink: "knob",
            surface: "accent",
            least: 3
        });
    }
    return rows;
}

    function test_words_hold_wcag_aa(row) {
        const ratio = contrast(row.roles[row.ink], row.roles[row.surface]);
        verify(ratio >= row.least, row.tag + ": " + ratio.toFixed(2));
    }

        function test_reduced_motion_stops_all_but_short_fades() {
            Theme.reducedMotion = true;
            compare(Theme.motion.open, 0);
            compare(Theme.motion.shimmer, 0);
            verify(Theme.motion.fade < 80);
        }

            function test_type_and_notch_grow_with_the_system_font() {
                Theme.textScale = 1.5;
                compare(Theme.type.body, 20);
                compare(Theme.notchSize.cardWidth, 570);
                compare(Theme.notchSize.idleHeight, 28);
            }

                name: "Theme"
            }
