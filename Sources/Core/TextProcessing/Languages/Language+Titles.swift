// The words that follow a title, and when.

extension Language {
    /// Names of people that are other words as well, or rare without a title: the most frequent
    /// surnames of the United States (Census Bureau, 2010) without those that are verbs, and first
    /// names.
    static let englishTitledPeople = words(
        """
        John, Mary, Harry, Tom, Tim, Sam, Ben, Dan, Joe, Kate, Ann, Jim, Bob, Fred, Ted, Mike,
        Steve, Scott, Josh, Luke, Tony, Andy, Greg, Jeff, Chris, Alex, Leo, Lee, Ray, Roy, Carl,
        Kim, Lucy, Jenny, Sally, Jack, Simon, Anton, Igor, Elton, Smith, Jones, Brown, Taylor,
        Davis, Miller, Moore, White, Harris, Clark, Lewis, Walker, Hall, Allen, Young, King,
        Wright, Hill, Green, Adams, Baker, Carter, Turner, Parker, Collins, Edwards, Stewart,
        Morris, Rogers, Reed, Cook, Morgan, Bell, Bailey, Cooper, Richardson, Cox, Howard, Ward,
        Peterson, Gray, Ramirez, Watson, Brooks, Sanders, Bennett, Wood, Barnes, Ross, Henderson,
        Coleman, Jenkins, Perry, Powell, Patterson, Hughes, Flores, Butler, Simmons, Foster,
        Bryant, Russell, Griffin, Diaz, Hayes, Myers, Ford, Hamilton, Graham, Sullivan, Wallace,
        Woods, Cole, West, Owens, Reynolds, Fisher, Ellis, Harrison, Gibson, McDonald, Cruz,
        Marshall, Ortiz, Gomez, Murray, Freeman, Wells, Webb, Stevens, Tucker, Porter, Hunter,
        Hicks, Crawford, Boyd, Mason, Morales, Kennedy, Warren, Dixon, Ramos, Reyes, Burns,
        Gordon, Shaw, Holmes, Black, Daniels, Palmer, Mills, Nichols, Knight, Ferguson, Stone,
        Hawkins, Dunn, Perkins, Hudson, Spencer, Gardner, Stephens, Payne, Pierce, Matthews,
        Wagner, Willis, Watkins, Olson, Carroll, Duncan, Snyder, Hart, Cunningham, Bradley, Lane,
        Andrews, Ruiz, Harper, Fox, Riley, Armstrong, Carpenter, Weaver, Greene, Elliott, Chavez,
        Sims, Austin, Peters, Kelley, Franklin, Lawson, Gutierrez, Schmidt, Carr, Vasquez,
        Castillo, Wheeler, Chapman, Montgomery, Richards, Johnston, Meyer, Bishop, McCoy, Howell,
        Morrison, Hansen, Fernandez, Garza, Burton, Jacobs, Reid, Fuller, Lynch, Gilbert, Garrett,
        Romero, Welch, Larson, Frazier, Burke, Hanson, Mendoza, Moreno, Bowman, Medina, Fowler,
        Brewer, Hoffman, Carlson, Silva, Pearson, Holland, Fleming, Jensen, Vargas, Byrd,
        Davidson, Hopkins, Herrera, Soto, Walters, Neal, Caldwell, Lowe, Jennings, Barnett,
        Jimenez, Horton, Shelton, Barrett, Castro, Sutton, McKinney, Lambert, Fletcher, Watts,
        Bates, Hale, Rhodes, Beck, Newman, Haynes, McDaniel, Mendez, Bush, Vaughn, Dawson,
        Santiago, Norris, Steele, Schultz, Barker, Guzman, Munoz, Keller, Chandler, Weber, Walsh,
        Lyons, Ramsey, Wolfe, Schneider, Mullins, Benson, Bowen, Barber, Cummings, Hines, Baldwin,
        Griffith, Valdez, Hubbard, Salazar, Reeves, Warner, Stevenson, Burgess, Santos, Tate,
        Garner, Mann, Thornton, McGee, Farmer, Delgado, Aguilar, Vega, Glover, Manning, Cohen,
        Harmon, Robbins, Newton, Blair, Higgins, Ingram, Reese, Townsend, Potter, Goodwin, Walton,
        Rowe, Hampton, Ortega, Patton, Swanson, Goodman, Yates, Becker, Erickson, Hodges, Rios,
        Webster, Norman, Malone, Hammond, Cobb, Quinn, Blake, Maxwell, Floyd, Osborne, McCarthy,
        Lindsey, Gibbs, Fitzgerald, Stokes, Doyle, Sherman, Saunders, Schwartz, McBride,
        Christensen, Klein, Pratt, Briggs, Parsons, McLaughlin, Zimmerman, Buchanan, Moran,
        Copeland, Brady, McCormick, Holloway, Logan, Owen, Drake, Wong, Jefferson, Morton, Abbott,
        Norton, Clayton, Lloyd, Carson, Barton, Harrington, Casey, Clarke, Wilkins, Bryan,
        Underwood, Hogan, McKenzie, Collier, Phelps, McGuire, Lincoln, Obama, Clinton, Biden,
        Reagan, Nixon, Roosevelt, Churchill, Thatcher, Einstein, Darwin
        """)

    /// Words after “mister” that are no name.
    static let englishNotNames = words(
        """
        and, or, but, so, if, then, than, that, this, these, those, the, a, an, of, to, for, from,
        with, without, in, into, on, onto, at, by, as, about, after, before, over, under, out, up,
        down, off, back, around, between, through, during, against, since, until, while, because,
        i, you, he, she, it, we, they, me, him, her, us, them, my, your, his, our, their, its,
        who, whom, whose, what, when, where, why, how, which, not, no, yes, yeah, okay, ok,
        please, thanks, thank, hello, hi, hey, here, there, now, again, also, too, very, just,
        only, even, still, always, never, ever, maybe, perhaps, really, well, all, some, any,
        many, more, most, much, both, each, every, another, other, one, first, last, next, right,
        wrong, good, bad, nice, new, old, big, little, great, same, today, tomorrow, yesterday,
        tonight, sir, madam, is, are, was, were, am, be, been, being, has, have, had, do, does,
        did, done, can, could, will, would, shall, should, may, might, must, isn't, wasn't,
        doesn't, didn't, can't, won't, said, says, say, asked, asks, called, calls, call, went,
        goes, go, gone, came, comes, come, got, gets, get, made, makes, make, took, takes, take,
        gave, gives, give, thought, thinks, think, knew, knows, know, wanted, wants, want, liked,
        likes, like, needed, needs, need, looked, looks, look, saw, sees, see, heard, felt, wrote,
        writes, left, kept, let, put, began, met, van, von, de, la, del, di, da
        """)

    /// Names of people that are other words as well: frequent surnames.
    static let germanTitledPeople = words(
        """
        Fischer, Weber, Becker, Koch, Richter, Klein, Wolf, Neumann, Schwarz, Braun, Krause,
        Bauer, Schmid, König, Kaiser, Fuchs, Peters, Scholz, Möller, Hahn, Vogel, Keller, Berger,
        Winkler, Roth, Beck, Lorenz, Baumann, Franke, Albrecht, Schuster, Simon, Ludwig, Böhm,
        Winter, Kraus, Schumacher, Krämer, Vogt, Stein, Jäger, Otto, Sommer, Seidel, Brandt, Haas,
        Schreiber, Graf, Schulte, Dietrich, Ziegler, Kuhn, Kühn, Pohl, Engel, Horn, Busch,
        Bergmann, Voigt, Arnold, Wolff, Pfeiffer, Lindner, Merkel, Merz, Friedrich, Hofmann,
        Kramer, Winkelmann, Bachmann, Frank, Schulze, Herrmann, Hermann, Brandl, Pichler, Hofer,
        Eder, Fuchs, Leitner, Bauer
        """)

    /// Words after “Herr” and “Frau” that are no name.
    static let germanNotNames = words(
        """
        und, oder, aber, denn, der, die, das, den, dem, des, ein, eine, einen, einem, einer,
        eines, mein, meine, dein, sein, ihr, unser, euer, ich, du, er, sie, es, wir, mich, dich,
        ihn, uns, euch, mir, dir, ihm, ihnen, man, wer, was, wann, wo, wie, warum, welche,
        welcher, dieser, diese, dieses, jener, jede, jeder, nicht, kein, keine, ja, nein, bitte,
        danke, hallo, hier, da, dort, jetzt, dann, wieder, auch, sehr, nur, noch, schon, immer,
        nie, heute, morgen, gestern, in, im, an, am, auf, aus, bei, beim, mit, nach, von, vom,
        vor, zu, zum, zur, für, gegen, ohne, um, über, unter, durch, bis, seit, als, wenn, dass,
        weil, ob, so, zwar, ist, sind, war, waren, bin, bist, sein, wird, werden, wurde, wurden,
        hat, haben, hatte, hatten, kann, können, konnte, muss, müssen, soll, sollte, will, wollte,
        darf, mag, möchte, sagt, sagte, fragt, fragte, kommt, kam, geht, ging, gibt, gab, macht,
        machte, sieht, sah, steht, stand, liegt, lag, lief, läuft, sucht, suchte, nimmt, nahm,
        weiß, wusste, denkt, dachte, lebt, lebte, schreibt, schrieb, ruft, rief, arbeitet, trägt,
        trug, liebt, meint, gut, alt, jung, neu, erste, erster, lange, groß, klein
        """)
}
