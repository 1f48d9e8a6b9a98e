"""High ground that every model has: summits by which a relief is told from its mirror image.

Latitude and longitude to a tenth of a degree, written down for this project from general knowledge
of the earth, from the north to the south of each continent.
"""

from __future__ import annotations

import numpy as np

_TABLE = """
63.1 -151.0 Denali; 60.6 -140.4 Logan; 53.1 -119.2 Robson; 52.2 -117.4 Columbia
50.9 -115.7 Assiniboine; 46.9 -121.8 Rainier; 45.4 -121.7 Hood; 41.4 -122.2 Shasta
44.4 -107.2 Cloud Peak; 44.1 -113.8 Borah; 43.9 -103.5 Black Elk; 43.7 -110.8 Grand Teton
43.2 -109.7 Gannett; 40.8 -110.4 Kings; 39.1 -106.5 Elbert; 39.0 -114.3 Wheeler (Nevada)
38.8 -105.0 Pikes; 37.6 -105.5 Blanca; 37.6 -118.3 White Mountain; 36.6 -118.3 Whitney
36.6 -105.4 Wheeler (New Mexico); 35.4 -111.7 Humphreys; 33.9 -109.6 Baldy; 35.8 -82.3 Mitchell
44.3 -71.3 Washington; 45.9 -68.9 Katahdin; 19.6 -103.6 Colima; 19.1 -99.8 Toluca
19.0 -98.6 Popocatepetl; 19.0 -97.3 Orizaba
6.4 -72.3 Cocuy; 5.1 -60.8 Roraima; 2.9 -76.0 Huila; -1.5 -78.8 Chimborazo
-9.1 -77.6 Huascaran; -13.8 -71.2 Ausangate; -15.8 -68.5 Illampu; -18.1 -68.9 Sajama
-22.4 -44.7 Itatiaia; -27.1 -68.5 Ojos del Salado; -32.0 -64.9 Champaqui; -32.7 -70.0 Aconcagua
67.9 18.5 Kebnekaise; 61.6 8.3 Galdhopiggen; 51.8 10.6 Brocken; 50.7 15.7 Snezka
49.2 20.1 Gerlach; 47.5 13.6 Dachstein; 47.1 12.7 Grossglockner; 46.5 10.5 Ortler
46.4 9.9 Bernina; 45.9 7.9 Monte Rosa; 45.8 6.9 Mont Blanc; 44.9 6.4 Ecrins
45.6 24.7 Moldoveanu; 45.5 2.8 Sancy; 43.1 19.0 Durmitor; 42.6 0.7 Aneto
42.5 13.6 Gran Sasso; 42.2 23.6 Musala; 40.3 -5.3 Almanzor; 40.1 22.4 Olympus
37.8 15.0 Etna; 37.1 -3.3 Mulhacen; 43.4 42.4 Elbrus; 42.7 44.5 Kazbek
31.1 -7.9 Toubkal; 23.3 5.5 Tahat; 19.8 18.6 Emi Koussi; 13.2 38.4 Ras Dashen
13.0 24.3 Marra; 6.8 39.8 Bale; 4.2 9.2 Cameroon; 1.1 34.6 Elgon
0.4 29.9 Rwenzori; -0.2 37.3 Kenya; -1.5 29.5 Karisimbi; -3.1 37.4 Kilimanjaro
-9.1 33.7 Rungwe; -12.4 15.2 Moco; -16.0 35.6 Mulanje; -21.2 14.6 Brandberg; -29.5 29.3 Thabana
40.8 41.2 Kackar; 39.7 44.3 Ararat; 38.9 42.8 Suphan; 38.5 35.5 Erciyes
38.3 47.8 Sabalan; 36.0 52.1 Damavand; 32.4 50.1 Zard Kuh; 31.0 51.4 Dena
28.6 61.1 Taftan; 23.2 57.3 Shams; 15.3 44.0 Nabi Shuayb; 36.3 71.8 Tirich Mir
34.7 67.6 Koh-i-Baba; 38.6 75.3 Kongur; 35.9 76.5 K2; 35.2 74.6 Nanga Parbat
30.4 80.0 Nanda Devi; 28.6 83.8 Annapurna; 28.0 86.9 Everest; 27.7 88.2 Kangchenjunga
29.6 95.1 Namcha Barwa; 10.2 77.1 Anaimudi; 42.0 80.1 Pobeda (Tian Shan); 43.8 88.3 Bogda
49.8 86.6 Belukha; 47.6 97.6 Otgontenger; 51.7 100.6 Munku-Sardyk; 38.6 98.0 Qilian
34.8 99.5 Amne Machin; 31.1 102.9 Siguniang; 29.6 101.9 Gongga; 27.1 100.2 Yulong
38.8 105.9 Helan; 39.1 113.6 Wutai; 34.0 107.8 Taibai; 31.4 110.3 Shennong
27.9 117.8 Huanggang; 42.0 128.1 Changbai; 23.5 121.0 Yushan; 22.3 103.8 Fansipan
19.0 103.2 Phou Bia; 6.1 116.6 Kinabalu; 36.3 137.7 Hotaka; 35.4 138.7 Fuji
65.0 60.1 Narodnaya; 54.3 58.1 Yamantau; 65.2 146.0 Pobeda (Chersky); 56.1 160.6 Klyuchevskaya
-1.7 101.3 Kerinci; -4.1 137.2 Puncak Jaya; -5.8 145.0 Wilhelm; -8.1 112.9 Semeru
-36.5 148.3 Kosciuszko; -39.3 175.6 Ruapehu; -43.6 170.1 Aoraki
"""

SUMMITS = np.array(
    [
        [float(part) for part in item.split()[:2]]
        for line in _TABLE.strip().splitlines()
        for item in line.split(";")
    ]
)
"""Latitude and longitude of each, shape (n, 2), degrees."""
